#pragma once
// A folder of its own for a test, removed at the end.

#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <unistd.h>

namespace build_test {

namespace fs = std::filesystem;

class Folder {
public:
    Folder()
    {
        static std::atomic<int> count{0};
        m_path = fs::temp_directory_path() / ("gloss-build-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
        fs::create_directories(m_path);
    }
    ~Folder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const fs::path& path() const { return m_path; }
    std::string text(std::string_view file) const
    {
        std::ifstream stream(m_path / file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    void write(std::string_view file, std::string_view text) const
    {
        fs::create_directories((m_path / file).parent_path());
        std::ofstream(m_path / file, std::ios::binary) << text;
    }

private:
    fs::path m_path;
};

/// Every file below a folder, by relative path.
inline std::map<std::string, std::string> all_files(const fs::path& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file())
            continue;
        std::ifstream stream(entry.path(), std::ios::binary);
        files[entry.path().lexically_relative(folder).generic_string()] = {std::istreambuf_iterator<char>(stream), {}};
    }
    return files;
}

}
