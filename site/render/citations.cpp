#include "site/render/citations.h"

#include "site/render/html.h"

#include <algorithm>

namespace site {

std::size_t Citations::number(std::string_view id)
{
    const Source* source = m_website.catalog && !id.empty() ? m_website.catalog->sources.find(id) : nullptr;
    if (!source)
        return 0;
    const auto found = std::find(m_sources.begin(), m_sources.end(), source);
    const auto index = static_cast<std::size_t>(found - m_sources.begin());
    if (found == m_sources.end())
        m_sources.push_back(source);
    return index + 1;
}

void Citations::add(std::string_view id) { number(id); }

std::string Citations::mark(std::string_view id, std::string_view of)
{
    const std::size_t n = number(id);
    if (n == 0)
        return {};
    const Source& source = *m_sources[n - 1];
    return "<a href=\"#source-" + escaped(source.id) + "\" title=\"" + (of.empty() ? "" : escaped(of) + ": ") + escaped(source.title) + "\">[" +
           std::to_string(n) + "]</a>";
}

std::string Citations::items() const
{
    std::string html;
    for (const Source* source : m_sources)
        html += m_edition.templates.render("items/source", {{"id", escaped(source->id)},
                                                            {"url", escaped(source->url)},
                                                            {"title", escaped(source->title)},
                                                            {"vendor", source->vendor ? "true" : ""},
                                                            {"read", escaped(source->read)}});
    return html;
}

}
