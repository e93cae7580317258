#include "site/render/compare/comparison.h"

#include <algorithm>

namespace site {

namespace {

constexpr std::string_view between = "-vs-";

}

std::string pair_id(const AcceleratorRow& a, const AcceleratorRow& b)
{
    return std::min(a.id, b.id) + std::string(between) + std::max(a.id, b.id);
}

Comparisons::Comparisons(const Website& website, const FitTable& fits, const ExampleTable& examples)
    : m_website(website), m_fits(fits), m_examples(examples)
{
    for (const Page& page : website.library.pages)
        if (const GpuPair pair = pair_of(page))
            m_written.emplace(page.language + "/" + pair_id(*pair.a, *pair.b), &page); // Of two pages, the first.
}

GpuPair Comparisons::pair_of(const Page& page) const
{
    if (page.kind != PageKind::compare || page.a.id == page.b.id)
        return {};
    const auto& accelerators = m_website.catalog->accelerators;
    const GpuPair pair{accelerators.find(page.a.id), accelerators.find(page.b.id), &page};
    return pair ? pair : GpuPair{};
}

std::vector<const Page*> Comparisons::written(const Edition& edition) const
{
    return m_website.pages(edition.language, PageKind::compare);
}

std::vector<GpuPair> Comparisons::generated(const Edition& edition) const
{
    std::vector<GpuPair> pairs;
    const auto& rows = m_website.catalog->accelerators.rows();
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = i + 1; j < rows.size(); ++j) { // Rows are sorted by id.
            const std::string id = pair_id(rows[i], rows[j]);
            if (!m_written.contains(edition.language + "/" + id) && !m_website.library.find(edition.language, id))
                pairs.push_back({&rows[i], &rows[j], nullptr});
        }
    return pairs;
}

const Page* Comparisons::page(const Edition& edition, const AcceleratorRow& a, const AcceleratorRow& b) const
{
    const auto found = m_written.find(edition.language + "/" + pair_id(a, b));
    return found == m_written.end() ? nullptr : found->second;
}

std::string Comparisons::url(const Edition& edition, const AcceleratorRow& a, const AcceleratorRow& b) const
{
    const Page* written = page(edition, a, b);
    return written ? written->url : edition.url("compare/" + pair_id(a, b) + "/");
}

std::vector<std::pair<std::string, std::string>> Comparisons::redirects() const
{
    std::map<std::string, std::string> all;
    const auto add = [&](const Edition& edition, const std::string& id, const std::string& to) {
        if (const std::string from = edition.url("compare/" + id + "/"); from != to && !m_website.library.find(edition.language, id))
            all.emplace(from, to);
    };
    const auto& rows = m_website.catalog->accelerators.rows();
    for (const Edition& edition : m_website.editions) {
        for (const Page* page : written(edition))
            if (const std::size_t at = page->id.find(between); at != std::string::npos)
                add(edition, page->id.substr(at + between.size()) + std::string(between) + page->id.substr(0, at), page->url);
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t j = i + 1; j < rows.size(); ++j) {
                const std::string to = url(edition, rows[i], rows[j]);
                add(edition, pair_id(rows[i], rows[j]), to);
                add(edition, rows[j].id + std::string(between) + rows[i].id, to);
            }
    }
    return {all.begin(), all.end()};
}

std::string_view short_name(const AcceleratorRow& gpu)
{
    std::string_view name = gpu.name;
    for (const RowAlias& alias : gpu.aliases)
        if (alias.automatic && alias.text.size() < name.size())
            name = alias.text;
    return name;
}

std::pair<std::string, std::string> pair_names(const AcceleratorRow& a, const AcceleratorRow& b)
{
    const std::string_view x = short_name(a), y = short_name(b);
    if (x.starts_with(y) || y.starts_with(x))
        return {a.name, b.name};
    return {std::string(x), std::string(y)};
}

}
