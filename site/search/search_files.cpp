#include "site/search/search_files.h"

#include "site/search/document_terms.h"
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
constexpr std::size_t parts = 64; ///< of the dictionary while it is sorted; the result does not depend on it

struct Posting {
    std::string_view key;
    std::uint32_t document = 0;
    std::uint8_t rank = 0;
};

void append_number(std::string& bytes, std::size_t number)
{
    for (; number >= 0x80; number >>= 7U)
        bytes += static_cast<char>(number | 0x80U);
    bytes += static_cast<char>(number);
}

/// A stretch of the dictionary.
struct Part {
    std::string first, bytes;            ///< its first key; the file
};

/// Keys arrive in order; a stretch is closed when it is full.
class Dictionary {
public:
    void add(std::string_view key, std::span<const Posting> postings)
    {
        if (m_count == 0)
            m_first = key;
        const std::size_t longest = std::min(key.size(), m_last.size());
        std::size_t shared = 0;
        while (m_count > 0 && shared < longest && key[shared] == m_last[shared])
            ++shared;
        const std::size_t before = m_postings.size();
        std::uint32_t document = 0;
        for (const Posting& posting : postings) {
            append_number(m_postings, (std::size_t{posting.document - document} << 3U) | posting.rank);
            document = posting.document;
        }
        append_number(m_keys, shared);
        append_number(m_keys, key.size() - shared);
        m_keys.append(key.substr(shared));
        append_number(m_keys, postings.size());
        append_number(m_keys, m_postings.size() - before);
        m_last = key;
        ++m_count;
        // Where a file ends depends on the keys, so an edit that adds one moves no boundary but the nearest.
        const std::size_t size = m_keys.size() + m_postings.size();
        if (size >= bytes_per_file || (size >= fewest_bytes && content_hash(key).back() == '0'))
            close();
    }

    std::vector<Part> result()
    {
        close();
        return std::move(m_parts);
    }

private:
    void close()
    {
        if (m_count == 0)
            return;
        std::string bytes;
        append_number(bytes, m_count);
        m_parts.push_back({m_first, bytes + m_keys + m_postings});
        m_keys.clear();
        m_postings.clear();
        m_count = 0;
    }

    std::vector<Part> m_parts;
    std::string m_first, m_last, m_keys, m_postings;
    std::size_t m_count = 0;
};

/// All postings in the order of the dictionary. Cut at sampled keys, so that the parts can be sorted side by side.
std::vector<std::vector<Posting>> sorted_postings(std::span<const DocumentTerms> documents, const ForEach& for_each)
{
    std::vector<std::string_view> samples;
    std::size_t seen = 0;
    for (const DocumentTerms& terms : documents)
        for (const RankedKey& term : terms)
            if (seen++ % 509 == 0)
                samples.push_back(term.key);
    std::sort(samples.begin(), samples.end());
    std::vector<std::string_view> cuts;
    for (std::size_t i = 1; i < parts && !samples.empty(); ++i)
        cuts.push_back(samples[i * samples.size() / parts]);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());

    std::vector<std::vector<Posting>> result(cuts.size() + 1);
    for_each(result.size(), [&](std::size_t part) {
        std::vector<Posting>& postings = result[part];
        postings.reserve(seen / result.size() * 5 / 4 + 16);
        const auto before = [](const RankedKey& term, std::string_view key) { return term.key < key; };
        for (std::uint32_t d = 0; d < documents.size(); ++d) {
            const DocumentTerms& terms = documents[d];
            auto at = part == 0 ? terms.begin() : std::lower_bound(terms.begin(), terms.end(), cuts[part - 1], before);
            for (; at != terms.end() && (part == cuts.size() || at->key < cuts[part]); ++at)
                postings.push_back({at->key, d, at->rank});
        }
        std::stable_sort(postings.begin(), postings.end(), [](const Posting& a, const Posting& b) { return a.key < b.key; });
    });
    return result;
}

/// Words worth correcting a query to: of names, or written on two pages.
bool is_correction(std::string_view key, std::span<const Posting> postings)
{
    const auto latin = [](char c) { return c >= 'a' && c <= 'z'; };
    if (key.size() < 4 || !latin(key.front()) || static_cast<unsigned char>(*std::max_element(key.begin(), key.end(), [](char a, char b) {
            return static_cast<unsigned char>(a) < static_cast<unsigned char>(b);
        })) >= 0x80)
        return false;
    return postings.size() > 1 || postings.front().rank >= static_cast<std::uint8_t>(TermRank::long_name);
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
    const std::vector<DocumentTerms> terms = all_terms(documents, for_each);
    Dictionary dictionary;
    std::string corrections;
    for (const std::vector<Posting>& part : sorted_postings(terms, for_each))
        for (auto at = part.begin(); at != part.end();) {
            const auto end = std::find_if(at, part.end(), [&](const Posting& posting) { return posting.key != at->key; });
            dictionary.add(at->key, {at, end});
            if (is_correction(at->key, {at, end}))
                corrections.append(corrections.empty() ? "" : "\n").append(at->key);
            at = end;
        }

    Files files(settings.language);
    std::string starts = "[", hashes = "[", records = "[", texts = "[", text_starts = "[";
    for (Part& part : dictionary.result()) {
        append_item(starts, json_string(part.first));
        append_item(hashes, files.put("t", ".bin", std::move(part.bytes)));
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
        append_item(text_starts, std::to_string(first));
        append_item(texts, files.put("x", ".json", list + "]"));
        first = i;
    }
    std::string manifest = "{\"documents\":" + std::to_string(documents.size()) + ",\"folder\":\"/" + files.folder() +
                           "\",\"records_per_file\":" + std::to_string(records_per_file) + ",\"longest_key\":" + std::to_string(longest_key) +
                           ",\n\"starts\":" + starts + "],\n\"terms\":" + hashes + "],\n\"records\":" + records + "],\n\"text_starts\":" +
                           text_starts + "],\n\"texts\":" + texts + "],\n";
    manifest.append("\"corrections\":").append(files.put("w", ".txt", std::move(corrections))).append(",\n\"others\":").append(settings.others_json)
        .append(",\n\"say\":").append(settings.words_json).append("}\n");
    files.files[settings.language + "/search/index.json"] = std::move(manifest);
    return std::move(files.files);
}

}
