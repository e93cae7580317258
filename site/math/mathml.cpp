#include "site/math/mathml.h"

#include "site/math/parser.h"

namespace site::math {

Formula formula(std::string_view latex, Display display)
{
    Parser parser(latex, display);
    Formula out;
    const Row row = parser.whole();
    out.problems = parser.problems();
    out.text = trimmed(row.text);
    if (!out.problems.empty())
        return out;
    out.html = display == Display::block ? "<math display=\"block\">" : "<math>";
    out.html += "<semantics>";
    out.html += row.one_element();
    out.html += "<annotation encoding=\"application/x-tex\">";
    append_escaped(out.html, latex);
    out.html += "</annotation></semantics></math>";
    return out;
}

}
