#pragma once
// Every word a reader sees that no author wrote: assets/strings/<lang>.json, a flat
// object of key -> text. A theme's files of the same paths are read after them and win.
//
//     Strings strings = load_strings({assets, theme}, {"zh", "en"}, diagnostics);
//     const Words& words = strings.words("zh");
//     words("page.updated");                         // "更新于"
//     words("glossary.count", {"54"});               // fills {0}
//
// A key that one language has and another lacks is an error at loading; a key that the program asks for and no language
// has is remembered and becomes one when the build ends (Strings::missing).

#include "site/diagnostics/diagnostic.h"

#include <filesystem>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace site {

class Words {
public:
    explicit Words(std::string language) : m_language(std::move(language)) {}

    const std::string& language() const { return m_language; }
    bool has(std::string_view key) const { return m_texts.contains(key); }
    /// The text, or the key itself when there is none.
    std::string_view operator()(std::string_view key) const;
    /// The text with {0}, {1} ... replaced.
    std::string operator()(std::string_view key, std::initializer_list<std::string_view> arguments) const;
    /// The keys that begin so, sorted.
    std::vector<std::string> keys_with(std::string_view prefix) const;
    /// The keys asked for in vain so far, sorted.
    std::vector<std::string> missing() const;

private:
    friend class Strings;
    std::string m_language;
    std::map<std::string, std::string, std::less<>> m_texts;
    mutable std::mutex m_mutex;                       ///< pages render on several threads
    mutable std::set<std::string, std::less<>> m_missing;
};

class Strings {
public:
    /// The words of this language; of the first one when the site has no such language.
    const Words& words(std::string_view language) const;
    bool has(std::string_view language) const;
    /// One error `missing-string` for each key that was asked for and is nowhere.
    Diagnostics missing() const;

    /// The site's own name, which the words of a language else give: site.name, site.brand, and {0} of feed.title.
    void name_site(std::string_view language, const std::string& name);

    /// Reads one file into `language`. Its errors: `strings-unreadable`.
    void read(std::string_view language, const std::filesystem::path& file, Diagnostics&);
    /// One error `missing-string` for each key that one of these languages lacks and any other has.
    Diagnostics incomplete(std::span<const std::string> languages) const;
    /// Gives a language whose words say `strings.fallback` what it lacks of the language named there.
    void fall_back();

private:
    std::vector<std::unique_ptr<Words>> m_languages;
};

/// Reads `strings/<lang>.json` of each folder in turn, for the languages of the site and those of messages.
/// An error `language-without-words` for a language that no folder has a file of.
///
/// The site's languages must have every word. A theme that brings another language may begin with the words of its readers
/// and leave the rest to `"strings.fallback": "en"`.
Strings load_strings(std::span<const std::filesystem::path> folders, std::span<const std::string> site_languages,
                     std::span<const std::string> message_languages, Diagnostics&);
/// The same without languages that only messages need.
inline Strings load_strings(std::span<const std::filesystem::path> folders, std::span<const std::string> languages, Diagnostics& diagnostics)
{
    return load_strings(folders, languages, {}, diagnostics);
}

/// `text` with {0}, {1} ... replaced by the arguments.
std::string fill(std::string_view text, std::span<const std::string_view> arguments);

}
