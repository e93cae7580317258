#include "site/render/embed/embed_page.h"

#include "site/render/calculator/calculator_page.h"
#include "site/render/calculator/form.h"
#include "site/render/html.h"
#include "site/render/shell.h"

namespace site {

namespace {

std::string stylesheet(const Website& website, std::string_view name)
{
    const std::string_view url = website.assets.url(name);
    return url.empty() ? std::string() : "<link rel=\"stylesheet\" href=\"" + std::string(url) + "\">\n";
}

std::string frame_html(const Website& website, const Edition& edition, std::string_view calculator, std::string_view title)
{
    const std::string height = std::to_string(embed_height);
    return "<iframe src=\"" + escaped(website.base_url + embed_url(edition, calculator)) + "\" title=\"" + escaped(title) +
           "\" loading=\"lazy\" width=\"" + std::to_string(embed_width) + "\" height=\"" + height + "\" style=\"width:100%;border:0;min-height:" + height + "px\"></iframe>";
}

std::string oembed_path(const Edition& edition, std::string_view calculator)
{
    return "embed/v1/oembed/" + edition.language + "/" + std::string(calculator) + ".json";
}

std::string oembed_json(const Website& website, const Edition& edition, std::string_view calculator)
{
    const std::string title = calculator_title(website, edition, calculator).title;
    return R"({"version":"1.0","type":"rich","provider_name":)" + json_string(edition("site.name")) + R"(,"provider_url":)" +
           json_string(website.base_url + edition.url("")) + R"(,"title":)" + json_string(title) + R"(,"width":)" +
           std::to_string(embed_width) + R"(,"height":)" + std::to_string(embed_height) + R"(,"html":)" +
           json_string(frame_html(website, edition, calculator, title)) + "}\n";
}

/// Derivations stand on the whole page: links to them lead there.
std::string leading_to(const std::string& page, std::string html)
{
    constexpr std::string_view here = "href=\"#steps-";
    for (std::size_t at = html.find(here); at != std::string::npos; at = html.find(here, at + page.size() + here.size()))
        html.replace(at, here.size(), "target=\"_blank\" rel=\"noopener\" href=\"" + page + "#steps-");
    return html;
}

std::string options(std::span<const std::pair<std::string, std::string>> all)
{
    std::string html;
    for (const auto& [value, text] : all)
        html += "<option value=\"" + escaped(value) + "\">" + escaped(text) + "</option>";
    return html;
}

}

std::string embed_url(const Edition& edition, std::string_view calculator)
{
    return "/embed/v1/" + edition.language + "/" + std::string(calculator) + "/";
}

std::string embed_page(const Website& website, const Edition& edition, const engine::Calculator& calculator)
{
    const std::string id(calculator.id), full = edition.url("calculators/" + id + "/");
    const Scenario scenario = make_scenario(calculator, *website.catalog, {});
    const AnswerParts parts = calculator_parts(website, edition, scenario);
    // Derivations stand on the whole page, their words too; the planner has none.
    const std::string strings = calculator.steps.empty() ? parts.strings : strings_json(website, edition, calculator, AnswerSize::small);
    const std::string title = calculator_title(website, edition, calculator.id).title;
    return edition.templates.render(
        "embed", {{"lang", edition.language == "zh" ? "zh-CN" : edition.language},
                  {"language", edition.language},
                  {"title", escaped(title)},
                  {"styles", stylesheet(website, "site.css") + stylesheet(website, "calculator.css") + stylesheet(website, "embed.css")},
                  {"icon", std::string(website.assets.url("favicon.svg"))},
                  {"script", std::string(website.assets.url("embed_frame.js"))},
                  {"canonical", escaped(website.base_url + full)},
                  {"full", escaped(full)},
                  {"brand", escaped(edition("site.brand"))},
                  {"id", id},
                  {"catalog", std::string(website.assets.url("catalog.json"))},
                  {"modules", calculator_modules(calculator.id)},
                  {"no_engine", website.assets.has_engine ? "" : "true"},
                  {"form", form_html(website, edition, scenario)},
                  {"answer", leading_to(full, parts.answer)},
                  {"strings", strings}});
}

std::string embed_builder_page(const Website& website, const Edition& edition)
{
    std::vector<std::pair<std::string, std::string>> calculators, languages;
    for (const engine::Calculator& calculator : engine::calculators())
        if (has_calculator_page(calculator.id))
            calculators.emplace_back(calculator.id, calculator_title(website, edition, calculator.id).title);
    std::vector<std::string> all_languages;
    for (const Edition& other : website.editions) {
        const std::string key = "language." + other.language;
        languages.emplace_back(other.language, edition.words->has(key) ? std::string(edition(key)) : other.language);
        all_languages.push_back(other.language);
    }
    const auto& [first, first_title] = calculators.front();
    const std::string source = embed_url(edition, first), title(edition("embed.title"));
    const std::vector<Crumb> trail{{std::string(edition("calculator.index_title")), edition.url("calculators/")}, {title, ""}};
    std::string main = edition.templates.render(
        "embed_builder", {{"crumbs", crumbs(website, edition, trail)},
                          {"base", escaped(website.base_url)},
                          {"calculators", options(calculators)},
                          {"languages", options(languages)},
                          {"source", source},
                          {"height", std::to_string(embed_height)},
                          {"first_title", escaped(first_title)},
                          {"frame", escaped(frame_html(website, edition, first, first_title))},
                          {"resize", escaped("<script async src=\"" + website.base_url + "/embed/v1/resize.js\"></script>")},
                          {"element", escaped("<script type=\"module\" src=\"" + website.base_url + "/embed/v1/embed.js\"></script>\n<gloss-" + first +
                                              " lang=\"" + edition.language + "\"></gloss-" + first + ">")}});
    return shell(website, edition,
                 {.kind = "embedding",
                  .title = title,
                  .description = std::string(edition("embed.short")),
                  .url = edition.url("embed/"),
                  .section = "calculators",
                  .languages = std::move(all_languages),
                  .url_tail = "embed/",
                  .json_ld = {breadcrumb_json(website, edition, trail, edition.url("embed/"))},
                  .styles = {"calculator.css", "embed_builder.css"},
                  .modules = {"embed_builder.js"}},
                 std::move(main));
}

std::string oembed_link(const Website& website, const Edition& edition, std::string_view calculator, std::string_view title)
{
    return "<link rel=\"alternate\" type=\"application/json+oembed\" title=\"" + escaped(title) + "\" href=\"" +
           escaped(website.base_url + "/" + oembed_path(edition, calculator)) + "\">\n";
}

std::map<std::string, std::string> embed_files(const Website& website)
{
    std::map<std::string, std::string> files;
    if (const std::string_view element = website.assets.url("embed_element.js"); !element.empty())
        files["embed/v1/embed.js"] = "import '" + std::string(element) + "';\n";
    if (std::string resize = website.assets.bytes("embed_resize.js"); !resize.empty())
        files["embed/v1/resize.js"] = std::move(resize);
    for (const Edition& edition : website.editions)
        for (const engine::Calculator& calculator : engine::calculators())
            if (has_calculator_page(calculator.id))
                files[oembed_path(edition, calculator.id)] = oembed_json(website, edition, calculator.id);
    return files;
}

}
