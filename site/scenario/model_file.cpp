#include "site/scenario/model_file.h"

#include "engine/import/config.h"
#include "engine/import/gguf.h"
#include "engine/import/safetensors.h"
#include "site/catalog/json.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

namespace site {

namespace {

constexpr std::size_t first_read = 1u << 20, most_read = 1u << 28; // Headers with a large vocabulary have about 10 MiB.

std::string read_start(const std::string& path, std::size_t bytes)
{
    std::ifstream file(path, std::ios::binary);
    std::string text(bytes, '\0');
    file.read(text.data(), static_cast<std::streamsize>(bytes));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return text;
}

/// Key and value texts of the tree's leaves; `storage` keeps them alive.
void flatten(const Json& value, const std::string& key, std::vector<std::pair<std::string, std::string>>& storage)
{
    const auto under = [&](const std::string& name) { return key.empty() ? name : key + "." + name; };
    switch (value.kind) {
    case Json::Kind::object:
        for (std::size_t i = 0; i < value.values.size(); ++i)
            flatten(value.values[i], under(value.keys[i]), storage);
        break;
    case Json::Kind::list:
        for (std::size_t i = 0; i < value.values.size(); ++i)
            flatten(value.values[i], under(std::to_string(i)), storage);
        break;
    case Json::Kind::number: storage.emplace_back(key, exact_number(value.number)); break;
    case Json::Kind::boolean: storage.emplace_back(key, value.boolean ? "true" : "false"); break;
    case Json::Kind::text: storage.emplace_back(key, value.text); break;
    case Json::Kind::null: storage.emplace_back(key, ""); break;
    }
}

/// A JSON object as entries, with the texts that they look at.
struct FlatJson {
    std::vector<std::pair<std::string, std::string>> texts;
    std::vector<engine::Entry> entries;
};

std::optional<FlatJson> flat_json(const std::string& text, const std::string& path)
{
    Diagnostics ignored; // The one thing to say is that this is no JSON; the caller says it.
    const std::optional<Json> tree = parse_json(text, path, ignored);
    if (!tree || !tree->is(Json::Kind::object))
        return std::nullopt;
    FlatJson flat;
    flatten(*tree, "", flat.texts);
    for (const auto& [key, value] : flat.texts)
        flat.entries.push_back({key, value});
    return flat;
}

/// The JSON of a safetensors file: eight bytes of length, then so many bytes.
std::optional<std::string> safetensors_header(const std::string& path, bool& truncated)
{
    std::string start = read_start(path, 8);
    if (start.size() < 8)
        return std::nullopt;
    std::uint64_t length = 0;
    for (int i = 7; i >= 0; --i)
        length = length << 8 | static_cast<unsigned char>(start[static_cast<std::size_t>(i)]);
    if (length < 2 || length > most_read)
        return std::nullopt;
    std::string text = read_start(path, static_cast<std::size_t>(length) + 8).substr(8);
    truncated = text.size() < length;
    return text;
}

engine::ImportedModel read_gguf(const std::string& path, std::string& bytes)
{
    for (std::size_t size = first_read;; size *= 8) {
        bytes = read_start(path, size);
        engine::ImportedModel model =
            engine::import_gguf({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()});
        if (model.error != engine::ImportError::truncated || bytes.size() < size || size >= most_read)
            return model;
    }
}

std::optional<FlatJson> config_beside(const std::string& path)
{
    const auto config = std::filesystem::path(path).parent_path() / "config.json";
    std::error_code none;
    return std::filesystem::is_regular_file(config, none) ? flat_json(read_start(config.string(), first_read), config.string())
                                                          : std::nullopt;
}

ModelFile finished(const engine::ImportedModel& imported)
{
    ModelFile file;
    if (imported.error != engine::ImportError::none) {
        file.error = "import_" + std::string(engine::import_error_ids[static_cast<std::size_t>(imported.error)]);
        file.detail = imported.detail;
        return file;
    }
    for (const auto& m : engine::language_model_members) {
        const double value = imported.model.*m.member;
        if (!engine::is_present(value))
            continue;
        std::string text = exact_number(value);
        if (m.id == "attention")
            text = engine::attention_ids[static_cast<std::size_t>(value)];
        else if (m.id == "linear_attention")
            text = engine::linear_attention_ids[static_cast<std::size_t>(value)];
        file.settings.push_back({"model." + std::string(m.id), std::move(text)});
    }
    file.unknown_format = imported.unknown_weights;
    if (!imported.weights.empty())
        file.settings.push_back({"weights", std::string(imported.weights)});
    if (engine::is_present(imported.weights_bytes))
        file.settings.push_back({"weights_bytes_override", exact_number(imported.weights_bytes)});
    return file;
}

bool ends_with(const std::string& text, std::string_view end) { return std::string_view(text).ends_with(end); }

}

ModelFile read_model_file(const std::string& path)
{
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none))
        return {.settings = {}, .unknown_format = {}, .error = "import_unreadable", .detail = path};
    const std::string start = read_start(path, 8);
    if (start.substr(0, 4) == "GGUF" || ends_with(path, ".gguf")) {
        std::string bytes;
        return finished(read_gguf(path, bytes));
    }
    const bool tensors_file = ends_with(path, ".safetensors");
    std::optional<FlatJson> flat;
    if (tensors_file) {
        bool truncated = false;
        const std::optional<std::string> header = safetensors_header(path, truncated);
        if (truncated)
            return {.settings = {}, .unknown_format = {}, .error = "import_truncated", .detail = path};
        if (header)
            flat = flat_json(*header, path);
    } else {
        flat = flat_json(read_start(path, most_read), path);
    }
    if (!flat)
        return {.settings = {}, .unknown_format = {}, .error = "import_not_this_kind", .detail = path};
    const bool lists_tensors = tensors_file || ends_with(path, ".index.json");
    if (!lists_tensors)
        return finished(engine::import_config(flat->entries));
    const engine::ImportedModel tensors = engine::import_safetensors(flat->entries);
    if (const std::optional<FlatJson> config = config_beside(path)) {
        const engine::ImportedModel shape = engine::import_config(config->entries);
        // One shard of several holds a part of the bytes only: they say something when the file is the whole or the index.
        const bool shard = std::filesystem::path(path).filename().string().find("-of-") != std::string::npos;
        return finished(shard ? shape : engine::with_tensors_of(shape, tensors));
    }
    return finished(tensors);
}

}
