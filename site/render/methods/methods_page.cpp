#include "site/render/methods/methods_page.h"

#include "site/render/html.h"
#include "site/render/methods/engine_headers.h"
#include "site/render/methods/header_docs.h"
#include "site/render/shell.h"

namespace site {

namespace {

/// "decode" of "engine/models/decode.h".
std::string stem(std::string_view path)
{
    const std::size_t begin = path.rfind('/') + 1;
    return std::string(path.substr(begin, path.rfind('.') - begin));
}

}

std::string methods_page(const Website& website, const Edition& edition)
{
    std::string contents, sections;
    for (const EngineHeader& header : engine_headers()) {
        const HeaderDocs docs = header_docs(header.text);
        std::string entries;
        for (const DocEntry& entry : docs.entries)
            if (entry.has_formula) // What has none says nothing that its file does not.
                entries += edition.templates.render("items/method", {{"name", escaped(entry.name)},
                                                                     {"declaration", escaped(entry.declaration)},
                                                                     {"text", entry.html}});
        if (entries.empty())
            continue;
        const std::string name = stem(header.path), id = "file-" + name;
        contents.append("<li>").append(link_html("#" + id, name)).append("</li>");
        sections += edition.templates.render("items/method_file", {{"id", id},
                                                                   {"title", escaped(name)},
                                                                   {"summary", escaped(edition("methods.about." + name))},
                                                                   {"path", escaped(header.path)},
                                                                   {"about", docs.about},
                                                                   {"entries", std::move(entries)}});
    }
    const std::string title(edition("methods.title")), url = edition.url("methods/");
    const std::vector<Crumb> trail{{title, ""}};
    std::string main = edition.templates.render("methods", {{"crumbs", crumbs(website, edition, trail)},
                                                            {"title", escaped(title)},
                                                            {"short", escaped(edition("methods.short"))},
                                                            {"accuracy_url", website.accuracy ? edition.url("accuracy/") : ""},
                                                            {"lab_url", edition.url("lab/")},
                                                            {"contents", std::move(contents)},
                                                            {"sections", std::move(sections)}});
    return shell(website, edition,
                 {.kind = "methods",
                  .title = title,
                  .description = std::string(edition("methods.short")),
                  .url = url,
                  .section = "calculators",
                  .languages = website.languages(),
                  .url_tail = "methods/",
                  .json_ld = {breadcrumb_json(website, edition, trail, url)},
                  .styles = {}},
                 std::move(main));
}

}
