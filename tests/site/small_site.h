#pragma once
// A site of a few files, written to a temporary folder and read as `gloss` reads it.

#include "site/commands/check.h"
#include "site/render/prose.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace test {

/// path below the site ("content/zh/terms/a.md") -> text
using Files = std::map<std::string, std::string>;

/// The input files of a case of tests/site/fixtures/site_cases.json, by the beginning of its id ("C01").
Files case_files(std::string_view id);

/// `{{ n }}` prints <b>n</b> with the source "s"; `{{ bad }}` is a problem at its third character.
class Echo : public site::FigureEvaluator {
public:
    site::Figure evaluate(std::string_view expression, std::string_view language) const override;
};

class SmallSite {
public:
    explicit SmallSite(const Files&, site::CheckWorld = {});
    ~SmallSite();
    SmallSite(const SmallSite&) = delete;
    SmallSite& operator=(const SmallSite&) = delete;

    std::string content() const { return m_folder + "/content"; }
    std::string folder() const { return m_folder; }
    std::string file(const std::string& path) const;       ///< the text it has now

    const site::RenderedSite& rendered() const { return m_site; }
    /// Everything wrong with it, sorted.
    const site::Diagnostics& diagnostics() const { return m_diagnostics; }
    /// Those of one code.
    site::Diagnostics of(std::string_view code) const;
    const site::Prose& prose(std::string_view file) const; ///< of "content/zh/guides/a.md"
    const std::string& html(std::string_view file) const { return prose(file).html; }
    /// "text -> target" of each link, in order.
    std::vector<std::string> links(std::string_view file) const;

    /// As `gloss check` prints it.
    site::CommandResult check(site::DiagnosticFormat = site::DiagnosticFormat::text, std::string language = "zh", bool fix = false) const;

private:
    std::string m_folder;
    site::CheckWorld m_world;
    site::RenderedSite m_site;
    site::Diagnostics m_diagnostics;
};

/// A term page: front matter with the aliases as YAML ("[乙, 丙]"), and a body.
std::string term(const std::string& id, const std::string& title, const std::string& aliases = "[]", const std::string& body = "正文。\n");
/// A guide titled 甲.
std::string guide(const std::string& body, const std::string& more = "");
/// What a reader sees: tags removed, entities decoded.
std::string text_of(std::string_view html);
/// How often `part` stands in `text`.
std::size_t count(std::string_view text, std::string_view part);
/// "file:line:column code" of each.
std::vector<std::string> places(const site::Diagnostics&);
/// The words of assets/strings/<language>.json.
site::Wording words(const std::string& language);

}
