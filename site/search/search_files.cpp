#include "site/search/search_files.h"

#include "site/search/document_terms.h"
#include "site/search/key_table.h"
#include "site/search/search_terms.h"
#include "site/write/content_hash.h"
#include "site/write/json_text.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace site {

namespace {

constexpr std::size_t records_per_file = 32;
constexpr std::size_t bytes_per_file = 8192;
constexpr std::size_t fewest_bytes = 4096; ///< from here on, every sixteenth key may end a file
constexpr std::size_t parts = 4; ///< of the keys while they are gathered; the result does not depend on it

void append_number(std::string& bytes, std::size_t number)
{
    for (; number >= 0x80; number >>= 7U)
        bytes += static_cast<char>(number | 0x80U);
    bytes += static_cast<char>(number);
}

/// A key's postings, growing with each document that has it.
struct Postings {
    std::string bytes;
    std::uint32_t documents = 0, last = 0;
    std::uint8_t first_rank = 0;

    void add(std::uint32_t document, std::uint8_t rank)
    {
        append_number(bytes, (std::size_t{document - last} << 3U) | rank);
        first_rank = documents == 0 ? rank : first_rank;
        last = document;
        ++documents;
    }
};

/// Some of the keys, those of one residue, with the postings of all documents.
struct Part {
    KeyTable keys;
    std::vector<Postings> postings;      ///< of keys

    void gather(std::span<const DocumentTerms> documents, std::size_t residue)
    {
        for (std::uint32_t d = 0; d < documents.size(); ++d)
            for (const RankedKey term : documents[d]) {
                if ((static_cast<unsigned char>(term.key.back()) + term.key.size()) % parts != residue)
                    continue;
                const std::size_t number = keys.number_of(term.key);
                if (number == postings.size())
                    postings.emplace_back();
                postings[number].add(d, term.rank);
            }
    }
};

struct Entry {
    std::string_view key;
    const Postings* postings = nullptr;
};

/// All keys in byte order.
std::vector<Entry> sorted_entries(std::span<const Part> all)
{
    std::vector<Entry> entries;
    for (const Part& part : all)
        for (std::size_t i = 0; i < part.keys.size(); ++i)
            entries.push_back({part.keys.key(i), &part.postings[i]});
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
    return entries;
}

/// A file of the dictionary.
struct Stretch {
    std::string first, bytes;            ///< its first key
};

/// Keys arrive in order; a stretch is closed when it is full.
class Dictionary {
public:
    void add(std::string_view key, std::size_t count, std::string_view postings)
    {
        if (m_count == 0)
            m_first = key;
        const std::size_t longest = std::min(key.size(), m_last.size());
        std::size_t shared = 0;
        while (m_count > 0 && shared < longest && key[shared] == m_last[shared])
            ++shared;
        append_number(m_keys, shared);
        append_number(m_keys, key.size() - shared);
        m_keys.append(key.substr(shared));
        append_number(m_keys, count);
        append_number(m_keys, postings.size());
        m_postings += postings;
        m_last = key;
        ++m_count;
        // Where a file ends depends on the keys, so an edit that adds one moves no boundary but the nearest.
        const std::size_t size = m_keys.size() + m_postings.size();
        if (size >= bytes_per_file || (size >= fewest_bytes && content_hash(key).back() == '0'))
            close();
    }

    std::vector<Stretch> result()
    {
        close();
        return std::move(m_stretches);
    }

private:
    void close()
    {
        if (m_count == 0)
            return;
        std::string bytes;
        append_number(bytes, m_count);
        m_stretches.push_back({m_first, bytes + m_keys + m_postings});
        m_keys.clear();
        m_postings.clear();
        m_count = 0;
    }

    std::vector<Stretch> m_stretches;
    std::string m_first, m_last, m_keys, m_postings;
    std::size_t m_count = 0;
};

/// Words worth correcting a query to: of names, or written on two pages.
bool is_correction(std::string_view key, const Postings& postings)
{
    const bool ascii = std::none_of(key.begin(), key.end(), [](char c) { return (static_cast<unsigned char>(c) & 0x80U) != 0; });
    if (key.size() < 4 || !ascii || key.front() < 'a' || key.front() > 'z')
        return false;
    return postings.documents > 1 || postings.first_rank >= static_cast<std::uint8_t>(TermRank::long_name);
}

std::string record(const SearchDocument& document)
{
    return "[" + json_string(document.url) + "," + json_string(document.kind) + "," + json_string(document.title) + "," +
           json_string(document.english == document.title ? "" : document.english) + "," + json_string(document.short_text) + "]";
}

class Files {
public:
    explicit Files(std::string language) : m_folder("assets/search/" + std::move(language) + "/") {}

    const std::string& folder() const { return m_folder; }

    /// Puts the file under a name that changes with its bytes, and returns the hash as JSON.
    std::string put(std::string_view kind, std::string_view ending, std::string bytes)
    {
        const std::string hash = content_hash(bytes);
        files[m_folder + std::string(kind) + hash + std::string(ending)] = std::move(bytes);
        return "\"" + hash + "\"";
    }

    std::map<std::string, std::string> files;

private:
    std::string m_folder;
};

void append_item(std::string& list, const std::string& item) { list.append(list.size() > 1 ? "," : "").append(item); }

std::vector<DocumentTerms> all_terms(std::span<const SearchDocument> documents, const ForEach& for_each)
{
    std::vector<std::string_view> names;
    for (const SearchDocument& document : documents) {
        names.push_back(document.title);
        names.insert(names.end(), document.aliases.begin(), document.aliases.end());
    }
    const Pinyin pinyin(names);
    std::vector<DocumentTerms> terms(documents.size());
    for_each(documents.size(), [&](std::size_t i) { terms[i] = document_terms(documents[i], pinyin); });
    return terms;
}

}

std::map<std::string, std::string> search_files(std::span<const SearchDocument> documents, const SearchSettings& settings, const ForEach& for_each)
{
    Dictionary dictionary;
    std::string corrections;
    {
        const std::vector<DocumentTerms> terms = all_terms(documents, for_each);
        std::vector<Part> all(parts);
        for_each(parts, [&](std::size_t residue) { all[residue].gather(terms, residue); });
        for (const auto& [key, postings] : sorted_entries(all)) {
            dictionary.add(key, postings->documents, postings->bytes);
            if (is_correction(key, *postings))
                corrections.append(corrections.empty() ? "" : "\n").append(key);
        }
    }

    Files files(settings.language);
    std::string starts = "[", hashes = "[", records = "[", texts = "[", text_counts = "[";
    for (Stretch& stretch : dictionary.result()) {
        append_item(starts, json_string(stretch.first));
        append_item(hashes, files.put("t", ".bin", std::move(stretch.bytes)));
    }
    for (std::size_t first = 0; first < documents.size(); first += records_per_file) {
        std::string list = "[";
        for (std::size_t i = first; i < std::min(first + records_per_file, documents.size()); ++i)
            append_item(list, record(documents[i]));
        append_item(records, files.put("r", ".json", list + "]"));
    }
    for (std::size_t first = 0; first < documents.size();) {
        std::string list = "[";
        std::size_t i = first;
        for (; i < documents.size() && (i == first || list.size() + documents[i].body.size() < bytes_per_file); ++i)
            append_item(list, json_string(documents[i].body));
        append_item(text_counts, std::to_string(i - first));
        append_item(texts, files.put("x", ".json", list + "]"));
        first = i;
    }
    std::string manifest = "{\"documents\":" + std::to_string(documents.size()) + ",\"folder\":\"/" + files.folder() +
                           "\",\"records_per_file\":" + std::to_string(records_per_file) + ",\"longest_key\":" + std::to_string(longest_key) +
                           ",\n\"starts\":" + starts + "],\n\"terms\":" + hashes + "],\n\"records\":" + records + "],\n\"text_counts\":" +
                           text_counts + "],\n\"texts\":" + texts + "],\n";
    manifest.append("\"corrections\":").append(files.put("w", ".txt", std::move(corrections))).append(",\n\"others\":").append(settings.others_json)
        .append(",\n\"say\":").append(settings.words_json).append("}\n");
    files.files[settings.language + "/search/index.json"] = std::move(manifest);
    return std::move(files.files);
}

}
