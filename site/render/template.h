#pragma once
// The HTML that a theme can replace: assets/templates/**/*.html, in inja's syntax.
//
//     Templates templates({assets, theme}, strings.words("zh"), diagnostics);
//     std::string html = templates.render("term", {{"title", escaped(page.title)}, {"body", prose.html}});
//
// Every variable is HTML that is printed as it is: escape text before it comes here. An empty variable is false in
// {% if %}; a variable that a template names and nobody gives is an error. Lists are rendered item by item with the
// templates of items/ and passed as one string: loops over large JSON lists cost more than the rest of a build. What
// prints and tests variables only is rendered without inja (flat_template.h).
// `{{ t("page.updated") }}` is replaced by the words of the language when the file is read, so it costs nothing later.
// `{% include "parts/sources" %}` is replaced by the text of another template, which sees the same variables, likewise.

#include "site/diagnostics/diagnostic.h"
#include "site/render/strings.h"

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace site {

/// Lives as long as the call that it is written in: never keep one.
struct Variable {
    std::string_view name, html;
};
using Variables = std::initializer_list<Variable>;

/// A template that cannot be rendered: a mistake of the theme's author. The build turns it into a diagnostic.
class TemplateError : public std::runtime_error {
public:
    explicit TemplateError(Diagnostic diagnostic)
        : std::runtime_error(diagnostic.code), m_diagnostic(std::move(diagnostic))
    {
    }
    const Diagnostic& diagnostic() const { return m_diagnostic; }

private:
    Diagnostic m_diagnostic;
};

/// All templates in the words of one language. Rendering is const and may run on several threads.
class Templates {
public:
    /// Later folders win over earlier ones. Syntax errors become `template-syntax` with file, line and column.
    Templates(std::span<const std::filesystem::path> folders, const Words&, Diagnostics&);
    ~Templates();
    Templates(Templates&&) noexcept;

    /// `name` is the path below templates/ without .html: "term", "items/related".
    std::string render(std::string_view name, Variables) const;

private:
    struct Parsed;
    std::unique_ptr<Parsed> m_parsed;
};

}
