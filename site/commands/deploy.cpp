#include "site/commands/deploy.h"

#include "site/write/json_text.h"
#include "site/write/sha256.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

namespace site {

namespace fs = std::filesystem;

namespace {

/// A line of the plan. The manifest itself goes last: what it says of the live site is then true.
struct Line {
    std::string_view step, action;
    const ManifestFile* file;
};

std::optional<std::string> bytes_of(const fs::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    if (!stream || fs::is_directory(path))
        return std::nullopt;
    return std::string{std::istreambuf_iterator<char>(stream), {}};
}

std::string or_dash(const std::string& text) { return text.empty() ? "-" : text; }

std::string tsv(const std::vector<Line>& lines)
{
    std::string text;
    for (const auto& [step, action, file] : lines)
        text.append(step).append("\t").append(action).append("\t").append(file->path).append("\t").append(std::to_string(file->bytes)).append("\t")
            .append(file->sha256).append("\t").append(file->type).append("\t").append(file->cache).append("\t").append(or_dash(file->encoding)).append("\n");
    return text;
}

std::string json(const std::vector<Line>& lines, std::size_t same)
{
    std::string text = "{\"unchanged\": " + std::to_string(same) + ", \"plan\": [";
    bool first = true;
    for (const auto& [step, action, file] : lines) {
        text.append(first ? "\n" : ",\n").append("{\"step\": ").append(json_string(step)).append(", \"action\": ").append(json_string(action))
            .append(", \"path\": ").append(json_string(file->path)).append(", \"bytes\": ").append(std::to_string(file->bytes))
            .append(", \"sha256\": ").append(json_string(file->sha256)).append(", \"type\": ").append(json_string(file->type))
            .append(", \"cache\": ").append(json_string(file->cache)).append(", \"encoding\": ")
            .append(file->encoding.empty() ? "null" : json_string(file->encoding)).append("}");
        first = false;
    }
    return text + "\n]}\n";
}

std::string listing(const std::vector<Line>& lines)
{
    std::string text;
    for (const auto& [step, action, file] : lines)
        text.append(step).append("  ").append(action == "put" ? "+ " : "- ").append(file->path).append("\n");
    return text;
}

std::uint64_t sum(const std::vector<ManifestFile>& files)
{
    std::uint64_t bytes = 0;
    for (const ManifestFile& file : files)
        bytes += file.bytes;
    return bytes;
}

}

DeployPlan deploy_plan(std::vector<ManifestFile> now, const std::vector<ManifestFile>& live)
{
    std::map<std::string_view, const ManifestFile*> before;
    for (const ManifestFile& file : live)
        before.emplace(file.path, &file);
    DeployPlan plan;
    for (ManifestFile& file : now) {
        const auto found = before.find(file.path);
        const bool same = found != before.end() && *found->second == file;
        if (found != before.end())
            before.erase(found);
        if (same)
            ++plan.same;
        else
            plan.put.push_back(std::move(file));
    }
    for (const ManifestFile& file : live)
        if (before.contains(file.path))
            plan.remove.push_back(file);
    // Pages go before what they name.
    std::stable_sort(plan.remove.begin(), plan.remove.end(), [](const ManifestFile& a, const ManifestFile& b) { return a.step > b.step; });
    return plan;
}

CommandResult deploy_command(const DeployRequest& request, const Words& words)
{
    const auto refused = [&](std::string_view key, std::initializer_list<std::string_view> arguments) {
        return CommandResult{.exit_code = 1, .output = {}, .errors = words(key, arguments) + "\n"};
    };
    const fs::path own = fs::path(request.out) / manifest_path;
    const std::optional<std::string> text = bytes_of(own);
    if (!text)
        return refused("deploy.no_manifest", {own.string()});
    std::variant<std::vector<ManifestFile>, int> now = read_manifest(*text);
    if (const int* line = std::get_if<int>(&now))
        return refused("deploy.bad_manifest", {own.string(), std::to_string(*line)});
    std::vector<ManifestFile> live;
    if (!request.against.empty()) {
        const std::optional<std::string> before = bytes_of(request.against);
        if (!before)
            return refused("error.file_unreadable", {request.against});
        if (!before->empty()) { // What a download of a manifest that is not there leaves.
            std::variant<std::vector<ManifestFile>, int> read = read_manifest(*before);
            if (const int* line = std::get_if<int>(&read))
                return refused("deploy.bad_manifest", {request.against, std::to_string(*line)});
            live = std::move(std::get<std::vector<ManifestFile>>(read));
        }
    }
    const DeployPlan plan = deploy_plan(std::move(std::get<std::vector<ManifestFile>>(now)), live);
    std::vector<Line> lines;
    for (const ManifestFile& file : plan.put)
        lines.push_back({step_name(file.step), "put", &file});
    for (const ManifestFile& file : plan.remove)
        lines.push_back({"deletions", "delete", &file});
    const ManifestFile last{.step = ManifestFile::Step::pages,
                            .path = std::string(manifest_path),
                            .bytes = text->size(),
                            .sha256 = sha256(*text),
                            .type = "text/tab-separated-values; charset=utf-8",
                            .cache = "no-store",
                            .encoding = {}};
    if (!lines.empty())
        lines.push_back({"manifest", "put", &last});
    CommandResult result;
    result.output = request.format == DeployRequest::Format::tsv    ? tsv(lines)
                    : request.format == DeployRequest::Format::json ? json(lines, plan.same)
                                                                     : listing(lines);
    result.errors = words("deploy.done", {std::to_string(plan.put.size()), std::to_string(sum(plan.put)), std::to_string(plan.remove.size()),
                                          std::to_string(plan.same)}) + "\n";
    return result;
}

}
