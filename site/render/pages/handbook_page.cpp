#include "site/render/pages/handbook_page.h"

#include "site/diagnostics/print.h"
#include "site/render/html.h"
#include "site/render/shell.h"

#include <algorithm>

namespace site {

namespace {

std::vector<std::string> all_languages(const Website& website)
{
    std::vector<std::string> languages;
    for (const Edition& edition : website.editions)
        languages.push_back(edition.language);
    return languages;
}

std::string paragraphs(std::string_view text)
{
    std::string html;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        html += "<p>" + escaped(text.substr(0, end)) + "</p>\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return html;
}

std::string text_or_none(const Edition& edition, const std::string& key) { return edition.words->has(key) ? std::string(edition(key)) : std::string(); }

std::string page(const Website& website, const Edition& edition, const std::string& tail, const std::string& title, const std::string& short_text,
                 const std::vector<Crumb>& trail, std::string body)
{
    std::string main = edition.templates.render("page", {{"crumbs", crumbs(website, edition, trail)},
                                                         {"title", escaped(title)},
                                                         {"short", escaped(short_text)},
                                                         {"body", std::move(body)},
                                                         {"sources", ""},
                                                         {"updated", ""}});
    return shell(website, edition,
                 {.kind = "page",
                  .title = title,
                  .description = short_text,
                  .url = edition.url(tail),
                  .section = "",
                  .languages = all_languages(website),
                  .url_tail = tail,
                  .json_ld = {breadcrumb_json(website, edition, trail, edition.url(tail))},
                  .index = false, // of use to the site's writers only
                  .styles = {}},
                 std::move(main));
}

Crumb handbook_crumb(const Edition& edition) { return {std::string(edition("handbook.title")), edition.url("handbook/")}; }

}

bool has_handbook(const Library& library)
{
    return std::any_of(library.pages.begin(), library.pages.end(), [](const Page& page) { return page.kind == PageKind::page && page.id == handbook_page_id; });
}

std::vector<std::string> explained_codes(const Words& words)
{
    constexpr std::string_view prefix = "explain.";
    std::vector<std::string> codes;
    for (std::string& key : words.keys_with(prefix))
        if (key.find('.', prefix.size()) == std::string::npos)
            codes.push_back(key.substr(prefix.size()));
    return codes;
}

std::string diagnostics_page(const Website& website, const Edition& edition)
{
    std::string body = "<dl>\n";
    for (const std::string& code : explained_codes(*edition.words))
        body += "<dt><a href=\"" + escaped(edition.url(std::string(diagnostics_tail) + code + "/")) + "\"><code>" + escaped(code) + "</code></a></dt>\n<dd>" +
                escaped(general_text(edition("diagnostic." + code))) + "</dd>\n";
    body += "</dl>\n";
    const std::string title(edition("handbook.diagnostics"));
    return page(website, edition, std::string(diagnostics_tail), title, std::string(edition("handbook.diagnostics_short")),
                {handbook_crumb(edition), {title, ""}}, std::move(body));
}

std::string diagnostic_page(const Website& website, const Edition& edition, const std::string& code)
{
    const std::string says = general_text(edition("diagnostic." + code));
    std::string body = paragraphs(edition("explain." + code));
    if (const std::string hint = text_or_none(edition, "diagnostic." + code + ".hint"); !hint.empty())
        body += "<h2 id=\"fix\">" + escaped(edition("handbook.fix")) + "</h2>\n" + paragraphs(general_text(hint));
    const std::string wrong = text_or_none(edition, "explain." + code + ".wrong"), right = text_or_none(edition, "explain." + code + ".right");
    if (!wrong.empty() && !right.empty())
        body += "<h2 id=\"example\">" + escaped(edition("handbook.example")) + "</h2>\n<p>" + escaped(edition("handbook.wrong")) + "</p>\n<pre><code>" +
                escaped(wrong) + "\n</code></pre>\n<p>" + escaped(edition("handbook.right")) + "</p>\n<pre><code>" + escaped(right) + "\n</code></pre>\n";
    const std::string tail = std::string(diagnostics_tail) + code + "/";
    return page(website, edition, tail, code, says,
                {handbook_crumb(edition), {std::string(edition("handbook.diagnostics")), edition.url(diagnostics_tail)}, {code, ""}}, std::move(body));
}

}
