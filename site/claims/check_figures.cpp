#include "site/claims/check_figures.h"

#include "site/claims/expectation.h"
#include "site/diagnostics/characters.h"
#include "site/scenario/display_unit.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace site {

namespace {

using engine::Unit;

std::string without_tags(std::string_view html)
{
    std::string out;
    bool inside = false;
    for (const char c : html) {
        if (c == '<')
            inside = true;
        else if (c == '>')
            inside = false;
        else if (!inside)
            out += c;
    }
    return out;
}

std::string without_spaces(std::string_view text)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Character c = character_at(text, at);
        if (c.code != ' ' && c.code != 0xA0 && c.code != 0x202F && c.code != 0x2009 && c.code != ',')
            out += text.substr(at, c.size);
        at += c.size;
    }
    return out;
}

/// A text of a page whose numbers can be pointed at.
struct Text {
    const Page& page;
    const Passage& passage;
    bool is_short = false;               ///< front matter: no expressions there
};

class Pages {
public:
    Pages(const Catalog& catalog, const FigureEvaluator& figures) : m_catalog(catalog), m_figures(figures), m_products(catalog), m_expected(catalog) {}

    void read(const Text& text)
    {
        const std::string_view words = text.passage.text;
        std::vector<std::size_t> begins;
        for (const Passage::Spot& spot : text.passage.numbers)
            begins.push_back(spot.at);
        std::vector<Quantity> found = quantities(words, begins);
        const std::vector<ProductName> products = found.empty() ? std::vector<ProductName>() : m_products.find(words);
        std::erase_if(found, [&](const Quantity& q) { // the 80GB of A100 80GB
            return std::any_of(products.begin(), products.end(), [&](const ProductName& p) { return q.begin < p.end && q.end > p.begin; });
        });
        if (!text.is_short)
            for (const Quantity& q : found)
                if (q.physical) {
                    const std::string typed(words.substr(q.begin, q.end - q.begin));
                    m_report.typed.push_back({Severity::warning, "a-typed-figure", text.page.file, spot_of(text, q).where, {typed}, static_cast<int>(character_count(typed))});
                }
        std::vector<Comment> comments;
        for (const Passage::Spot& spot : text.passage.comments)
            comments.push_back({spot, comment_reason(text.page.body, spot.source)});
        if (!products.empty())
            for (const FigureClaim& claim : claims_of(words, found, products))
                if (std::optional<Diagnostic> diagnostic = judge(text, found[claim.quantity], claim, products)) {
                    ++m_report.counts.known;
                    const auto accepting = std::find_if(comments.begin(), comments.end(), [&](const Comment& c) {
                        const std::size_t end = found[claim.quantity].end;
                        return c.spot.at == end || (c.spot.at == end + 1 && words[end] == ' ');
                    });
                    if (accepting == comments.end()) {
                        m_report.diagnostics.push_back(std::move(*diagnostic));
                    } else {
                        accepting->used = true;
                        ++m_report.counts.accepted;
                    }
                }
        for (const Comment& comment : comments) {
            const auto warn = [&](const char* code) {
                m_report.diagnostics.push_back({Severity::warning, code, text.page.file, comment.spot.where, {comment.reason}, 4});
            };
            if (comment.reason.empty())
                warn("suppression-reason");
            else if (!comment.used)
                warn("unused-suppression");
        }
    }

    FigureReport& report() { return m_report; }

private:
    struct Comment {
        Passage::Spot spot;
        std::string reason;
        bool used = false;
    };

    static std::string comment_reason(std::string_view body, std::size_t at)
    {
        const std::size_t end = body.find("-->", at);
        std::string_view inside = body.substr(at, end == std::string_view::npos ? 0 : end - at);
        const std::size_t colon = inside.find(':');
        if (colon == std::string_view::npos)
            return {};
        inside.remove_prefix(colon + 1);
        const std::size_t first = inside.find_first_not_of(" \n"), last = inside.find_last_not_of(" \n");
        return first == std::string_view::npos ? std::string() : std::string(inside.substr(first, last - first + 1));
    }

    static const Passage::Spot& spot_of(const Text& text, const Quantity& q)
    {
        return *std::find_if(text.passage.numbers.begin(), text.passage.numbers.end(), [&](const Passage::Spot& s) { return s.at == q.begin; });
    }

    /// What `{{ expression }}` prints on this page, without spaces and commas; empty when it cannot.
    std::string printed(const std::string& expression, const Page& page) const
    {
        return without_tags(m_figures.evaluate(expression, page.language).html);
    }

    struct Replacement {
        std::string expression;
        bool same_text = false;
    };

    /// The expression that prints what was typed, or else the plain one.
    Replacement replacement(const Expected& expected, const Quantity& q, std::string_view typed, const Page& page) const
    {
        const std::string head = expected.expression, wanted = without_spaces(typed);
        const bool has_unit = find_display_unit(q.name, expected.unit) != nullptr;
        const std::string output = expected.filter.empty() ? "" : " | " + expected.filter;
        const std::string plain = head + output;
        for (const bool with_unit : {false, true})
            for (const bool with_digits : {false, true}) {
                if (with_unit && !has_unit)
                    continue;
                std::string made = head;
                if (with_digits)
                    made += " digits=\"" + std::to_string(std::clamp(q.digits, 1, 9)) + "\"";
                made += output;
                if (with_unit)
                    made += " | " + std::string(q.name);
                if (without_spaces(printed(made, page)) == wanted)
                    return {made, true};
            }
        return {has_unit && !expected.filter.empty() ? plain + " | " + std::string(q.name) : plain, false};
    }

    std::optional<Diagnostic> judge(const Text& text, const Quantity& q, const FigureClaim& claim, const std::vector<ProductName>& products)
    {
        const std::string_view words = text.passage.text;
        const std::string_view typed = words.substr(q.begin, q.end - q.begin);
        const Expected* right = nullptr;
        std::vector<std::vector<Expected>> expected;
        std::size_t knowing = 0, agreeing = 0;
        for (const std::size_t p : claim.products)
            expected.push_back(m_expected.of(q, claim.hints, products[p]));
        for (const std::vector<Expected>& of_one : expected) {
            knowing += !of_one.empty();
            const auto found = std::find_if(of_one.begin(), of_one.end(), [&](const Expected& e) { return agrees(q, e.value); });
            agreeing += found != of_one.end();
            if (found != of_one.end() && !right)
                right = &*found;
        }
        if (knowing == 0)
            return std::nullopt;
        const bool named = names_property(q, claim.hints);
        const Passage::Spot& spot = spot_of(text, q);
        const int length = static_cast<int>(character_count(typed));
        if (right) {
            // Of several products it must be everyone's; near a name, its property must be named.
            if (text.is_short || agreeing < claim.products.size() || q.bound || q.range || !(claim.stated || named))
                return std::nullopt;
            if (q.about && std::abs(q.value - right->value) > q.slack * 1.0001)
                return std::nullopt; // 约 8 TB/s for 7.7: rounded on purpose
            const Replacement better = replacement(*right, q, typed, text.page);
            Diagnostic d{Severity::warning, "typed-figure", text.page.file, spot.where, {std::string(typed), "{{ " + better.expression + " }}", right->path}, length};
            if (better.same_text && std::string_view(text.page.body).substr(spot.source, typed.size()) == typed)
                d.fix = Fix{spot.where, length, "{{ " + better.expression + " }}"};
            return d;
        }
        if (!claim.stated || claim.products.size() > 1)
            return std::nullopt;
        const bool sure = q.unit == Unit::bytes || q.unit == Unit::watts ? true : q.unit == Unit::parameters ? q.physical || named : named;
        if (!sure)
            return std::nullopt;
        const std::vector<Expected>& known = expected.front();
        const bool near = std::any_of(known.begin(), known.end(), [&](const Expected& e) { return std::abs(q.value - e.value) <= e.leeway * e.value; });
        // Where the right figure is printed too, the text is about the difference.
        const bool contrasted = std::any_of(text.passage.figures.begin(), text.passage.figures.end(), [&](const std::string& expression) {
            return std::any_of(known.begin(), known.end(), [&](const Expected& e) { return expression.starts_with(e.expression); });
        });
        if (near || contrasted)
            return std::nullopt;
        const ProductName& product = products[claim.products.front()];
        const std::string name(words.substr(product.begin, product.end - product.begin));
        const Expected& best = known.front();
        const Source* source = best.source.empty() ? nullptr : m_catalog.sources.find(best.source);
        const std::string expression = best.filter.empty() ? best.expression : best.expression + " | " + best.filter;
        const std::string value = printed(expression, text.page);
        if (product.of_family)
            for (const Row* sibling : m_products.siblings(*product.row)) {
                ProductName other = product;
                other.row = sibling;
                const std::vector<Expected> theirs = m_expected.of(q, claim.hints, other);
                const auto found = std::find_if(theirs.begin(), theirs.end(), [&](const Expected& e) { return agrees(q, e.value); });
                if (found == theirs.end())
                    continue;
                if (claim.variants)
                    return std::nullopt;
                return Diagnostic{Severity::warning, "unclear-figure", text.page.file, spot.where,
                                  {std::string(typed), name, product.row->name, value, sibling->name, "{{ " + found->expression + " }}"}, length};
            }
        return Diagnostic{Severity::error, "wrong-figure", text.page.file, spot.where,
                          {std::string(typed), name, best.path, value, source ? source->title + ", " + source->read : "", source ? source->id : "",
                           "{{ " + expression + " }}"},
                          length};
    }

    const Catalog& m_catalog;
    const FigureEvaluator& m_figures;
    Products m_products;
    Expectations m_expected;
    FigureReport m_report;
};

/// The short text of the front matter, which is plain: columns are those of the file when it stands there unquoted.
Passage passage_of_short(const Page& page)
{
    Passage passage;
    passage.text = page.short_text;
    for (std::size_t at = 0; at < passage.text.size(); ++at)
        if (const auto digit = [&](std::size_t i) { return is_ascii_digit(static_cast<unsigned char>(passage.text[i])); }; digit(at) && (at == 0 || !digit(at - 1))) {
            Position where = page.short_where;
            where.column += static_cast<int>(character_count(std::string_view(passage.text).substr(0, at)));
            passage.numbers.push_back({at, where, 0});
        }
    return passage;
}

}

FigureReport check_figures(const Library& library, std::span<const Prose> proses, const Catalog& catalog, const FigureEvaluator& figures,
                           const PageFilter& wanted)
{
    Pages pages(catalog, figures);
    for (std::size_t i = 0; i < proses.size(); ++i) {
        const Page& page = library.pages[i];
        if (wanted && !wanted(page))
            continue;
        pages.report().counts.computed += static_cast<std::size_t>(std::count_if(
            proses[i].figures.begin(), proses[i].figures.end(), [](const FigureUse& use) { return !use.expression.starts_with("picture"); }));
        if (const Passage passage = passage_of_short(page); !passage.numbers.empty())
            pages.read({page, passage, true});
        for (const Passage& passage : proses[i].passages)
            pages.read({page, passage, false});
    }
    FigureReport report = std::move(pages.report());
    report.counts.typed = report.typed.size();
    return report;
}

}
