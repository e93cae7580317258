#include "site/render/twin/markdown_twin.h"

#include "site/render/html.h"
#include "site/render/twin/blocks.h"

namespace site {

namespace {

void line(std::string& text, std::string_view key, std::string_view value)
{
    if (!value.empty())
        text.append(key).append(": ").append(json_string(value)).append("\n"); // A JSON string is a YAML one.
}

std::string front(const Website& website, const PlannedPage& page, const HtmlTree& tree)
{
    std::string text = "---\n";
    line(text, "title", page.title);
    line(text, "description", page.short_text);
    line(text, "canonical", website.base_url + page.url);
    line(text, "language", page.language);
    if (!page.updated.empty())
        text.append("updated: ").append(page.updated).append("\n");
    std::string others, sources;
    for (const std::string& language : page.languages)
        if (language != page.language)
            others.append("  ").append(language).append(": ").append(json_string(website.base_url + "/" + language + "/" + page.url_tail)).append("\n");
    if (!others.empty())
        text.append("translations:\n").append(others);
    if (const HtmlNode* section = tree.find(tree.root(), "section", "sources"))
        for (const HtmlNode* item : tree.all(*section, "li"))
            if (const HtmlNode* link = tree.find(*item, "a"))
                sources.append("  - ").append(json_string(attribute(*link, "href"))).append("\n");
    if (!sources.empty())
        text.append("sources:\n").append(sources);
    return text + "---\n";
}

}

bool has_twin(const Settings& settings, const PlannedPage& page) { return settings.markdown_twins && page.listed; }

std::string twin_path(std::string_view path) { return std::string(path) + (path.ends_with('/') ? "index.html.md" : ".md"); }

std::string markdown_twin(const Website& website, const PlannedPage& page, std::string_view html)
{
    const HtmlTree tree(html);
    const HtmlNode* main = tree.find(tree.root(), "main");
    const HtmlNode& body = main ? *main : tree.root();
    const Edition& edition = website.edition(page.language);
    std::string text = front(website, page, tree);
    if (!tree.find(body, "h1"))
        text.append("\n# ").append(page.title).append("\n");
    return text + "\n" + blocks_text(tree, body, {.url = page.url, .quantity = edition("table.quantity"), .value = edition("table.value")});
}

}
