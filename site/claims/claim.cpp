#include "site/claims/claim.h"

#include "site/claims/phrase.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace site {

namespace {

class Sentence {
public:
    Sentence(std::string_view text, std::size_t begin, std::size_t end, std::span<const Quantity> quantities, std::span<const ProductName> products)
        : m_text(text), m_begin(begin), m_end(end), m_quantities(quantities), m_products(products)
    {
    }

    std::optional<FigureClaim> claim(std::size_t index) const
    {
        const Quantity& q = m_quantities[index];
        const std::string_view after = m_text.substr(q.end, m_end - q.end);
        const std::string_view tail = tail_of(m_text, q.end, m_end, m_quantities);
        FigureClaim made;
        made.quantity = index;
        static constexpr std::string_view variant_words[]{"两种", "几种", "版", "variant", "version", "各有", "model with", "配置", "configur", "either"};
        made.variants = any_of(m_text.substr(m_begin, m_end - m_begin), variant_words);
        const bool loose = q.range || q.bound || in_arithmetic(m_text.substr(m_begin, q.begin - m_begin), after);

        if (const auto following = product_behind(q); following && !reported()) {
            made.products = {*following};
            made.hints = hints_of(m_text.substr(q.end, m_products[*following].begin - q.end));
            made.stated = !loose && !counted(m_text.substr(m_begin, q.begin - m_begin), "");
            return made;
        }
        const auto last = last_product_before(q.begin);
        if (!last || reported())
            return std::nullopt;
        made.products = group_of(*last);
        const std::size_t from = m_products[*last].end;
        const std::string_view gap = m_text.substr(from, q.begin - from);
        const std::size_t near_begin = last_figure_end(from, q.begin);
        made.hints = joined(hints_of(std::string(m_text.substr(near_begin, q.begin - near_begin)) + " " + std::string(tail)), hints_of(gap));
        const Hints tail_hints = hints_of(tail);
        if (tail_hints.subject != Hints::Subject::none || !tail_hints.format.empty() || tail_hints.sparsity != Hints::Choice::none)
            made.hints = joined(tail_hints, made.hints);
        const ProductName& first = m_products[made.products.front()];
        const bool sum = counted(m_text.substr(m_begin, first.begin - m_begin), m_text.substr(from, m_end - from)) && !each(gap, tail);
        if (sum)
            return std::nullopt;
        made.stated = !loose && only_states(without_quantities(from, q.begin)) && only_states(tail) && !negated(gap);
        if (made.products.size() > 1) {
            if (const auto own = paired(index, made.products, from))
                made.products = {*own};
            else
                made.stated = false;
        }
        return made;
    }

    /// In a row of a table: `cell` is what stands in the quantity's cell, `label` what heads its column and row.
    std::optional<FigureClaim> cell_claim(std::size_t index, std::size_t product, std::string_view label, std::string_view cell) const
    {
        const Quantity& q = m_quantities[index];
        FigureClaim made;
        made.quantity = index;
        made.products = {product};
        const Hints inside = hints_of(cell);
        made.hints = joined(inside, hints_of(label));
        const auto at = static_cast<std::size_t>(cell.data() - m_text.data());
        const std::string rest = std::string(cell.substr(0, q.begin - at)) + " " + std::string(cell.substr(q.end - at));
        made.stated = !q.range && !q.bound && only_states(rest) && only_states(label) && made.hints.subject != Hints::Subject::none;
        return made;
    }

private:
    bool inside(const ProductName& p) const { return p.begin >= m_begin && p.end <= m_end; }

    std::optional<std::size_t> last_product_before(std::size_t at) const
    {
        std::optional<std::size_t> last;
        for (std::size_t i = 0; i < m_products.size(); ++i)
            if (inside(m_products[i]) && m_products[i].end <= at)
                last = i;
        return last;
    }

    /// `80 GB 的 H100`, `the 141 GB H200`.
    std::optional<std::size_t> product_behind(const Quantity& q) const
    {
        for (std::size_t i = 0; i < m_products.size(); ++i) {
            if (!inside(m_products[i]) || m_products[i].begin < q.end)
                continue;
            std::string_view between = m_text.substr(q.end, m_products[i].begin - q.end);
            for (const std::string_view word : {" ", "的", "版", "NVIDIA", "AMD", "显存的", "显存", " "})
                if (between.starts_with(word))
                    between.remove_prefix(word.size());
            return between.empty() ? std::optional(i) : std::nullopt;
        }
        return std::nullopt;
    }

    std::vector<std::size_t> group_of(std::size_t last) const
    {
        std::vector<std::size_t> group{last};
        for (std::size_t i = last; i > 0; --i) {
            if (!inside(m_products[i - 1]) || !joins(m_text.substr(m_products[i - 1].end, m_products[i].begin - m_products[i - 1].end)))
                break;
            group.insert(group.begin(), i - 1);
        }
        return group;
    }

    /// The end of the last figure, typed or computed, between `from` and `to`.
    std::size_t last_figure_end(std::size_t from, std::size_t to) const
    {
        std::size_t end = from;
        for (const Quantity& q : m_quantities)
            if (q.begin >= from && q.end <= to)
                end = std::max(end, q.end);
        if (const std::size_t object = m_text.substr(from, to - from).rfind("\xEF\xBF\xBC"); object != std::string_view::npos)
            end = std::max(end, from + object + 3);
        return end;
    }

    std::string without_quantities(std::size_t from, std::size_t to) const
    {
        std::string out;
        for (const Quantity& q : m_quantities)
            if (q.begin >= from && q.end <= to) {
                out += m_text.substr(from, q.begin - from);
                from = q.end;
            }
        return out + std::string(m_text.substr(from, to - from));
    }

    /// What others say, perhaps wrongly, and is quoted for that.
    bool reported() const
    {
        static constexpr std::string_view words[]{"误写", "写错", "有的页面", "文档里", "另一份", "另有文档", "有的文档", "预告", "传闻", "规划", "by mistake", "wrongly",
                                                  "documents give", "documents say", "document says", "another table", "another document", "some pages", "rumour",
                                                  "rumor", "planned", "announced", "preview"};
        return any_of(m_text.substr(m_begin, m_end - m_begin), words);
    }

    static bool negated(std::string_view gap)
    {
        static constexpr std::string_view words[]{"不", "没", " not "};
        return any_of(gap, words);
    }

    /// `H100 和 H200 分别是 80 GB 和 141 GB`: the product that stands in the quantity's place.
    std::optional<std::size_t> paired(std::size_t index, const std::vector<std::size_t>& group, std::size_t from) const
    {
        static constexpr std::string_view words[]{"分别", "依次", "respectively"};
        if (!any_of(m_text.substr(m_begin, m_end - m_begin), words))
            return std::nullopt;
        std::vector<std::size_t> alike;
        for (std::size_t i = 0; i < m_quantities.size(); ++i)
            if (m_quantities[i].begin >= from && m_quantities[i].end <= m_end && m_quantities[i].unit == m_quantities[index].unit)
                alike.push_back(i);
        if (alike.size() != group.size())
            return std::nullopt;
        const auto at = std::find(alike.begin(), alike.end(), index);
        return group[static_cast<std::size_t>(at - alike.begin())];
    }

    std::string_view m_text;
    std::size_t m_begin, m_end;
    std::span<const Quantity> m_quantities;
    std::span<const ProductName> m_products;
};

/// The cells of a table's row.
std::vector<std::string_view> cells_of(std::string_view row)
{
    std::vector<std::string_view> cells;
    if (row.starts_with('|'))
        row.remove_prefix(1);
    while (!row.empty()) {
        const std::size_t bar = std::min(row.find('|'), row.size());
        cells.push_back(row.substr(0, bar));
        row.remove_prefix(std::min(bar + 1, row.size()));
    }
    return cells;
}

bool is_delimiter(std::string_view line)
{
    return line.find('-') != std::string_view::npos && line.find_first_not_of("|-: ") == std::string_view::npos;
}

void read_row(std::string_view text, std::string_view row, const std::vector<std::string_view>& head, std::span<const Quantity> quantities,
              std::span<const ProductName> products, std::vector<FigureClaim>& out)
{
    const auto product_in = [&](std::string_view cell) -> std::optional<std::size_t> {
        const auto begin = static_cast<std::size_t>(cell.data() - text.data());
        std::optional<std::size_t> only;
        for (std::size_t i = 0; i < products.size(); ++i)
            if (products[i].begin >= begin && products[i].end <= begin + cell.size()) {
                if (only)
                    return std::nullopt;
                only = i;
            }
        return only;
    };
    const std::vector<std::string_view> cells = cells_of(row);
    std::vector<std::size_t> in_row;
    for (const std::string_view cell : cells)
        if (const auto product = product_in(cell))
            in_row.push_back(*product);
    const auto row_begin = static_cast<std::size_t>(row.data() - text.data());
    for (std::size_t c = 0; c < cells.size(); ++c) {
        const auto begin = static_cast<std::size_t>(cells[c].data() - text.data());
        for (std::size_t i = 0; i < quantities.size(); ++i) {
            if (quantities[i].begin < begin || quantities[i].end > begin + cells[c].size())
                continue;
            const Sentence sentence(text, row_begin, row_begin + row.size(), quantities, products);
            const std::string_view heading = c < head.size() ? head[c] : std::string_view();
            std::optional<FigureClaim> claim;
            if (in_row.size() == 1 && !product_in(cells[c]))
                claim = sentence.cell_claim(i, in_row.front(), heading, cells[c]);
            else if (const auto above = product_in(heading); above && in_row.empty())
                claim = sentence.cell_claim(i, *above, cells.front(), cells[c]);
            else if (product_in(cells[c]))
                claim = Sentence(text, begin, begin + cells[c].size(), quantities, products).claim(i);
            if (claim)
                out.push_back(std::move(*claim));
        }
    }
}

/// Two values of one property of one product in a sentence: the text is about their difference, and neither is stated.
void unstate_contrasts(std::string_view text, std::span<const Quantity> quantities, std::vector<FigureClaim>& claims)
{
    std::vector<std::size_t> contrasted;
    for (std::size_t a = 0; a < claims.size(); ++a)
        for (std::size_t b = a + 1; b < claims.size(); ++b) {
            const Quantity &one = quantities[claims[a].quantity], &other = quantities[claims[b].quantity];
            const Hints &of_one = claims[a].hints, &of_other = claims[b].hints;
            const bool alike = one.unit == other.unit && claims[a].products == claims[b].products && of_one.subject == of_other.subject &&
                               of_one.direction == of_other.direction && of_one.sparsity == of_other.sparsity &&
                               of_one.activity == of_other.activity && of_one.format == of_other.format;
            if (alike && sentence_end(text, one.begin) >= other.end)
                contrasted.insert(contrasted.end(), {a, b});
        }
    for (const std::size_t index : contrasted)
        claims[index].stated = false;
}

}

std::vector<FigureClaim> claims_of(std::string_view text, std::span<const Quantity> quantities, std::span<const ProductName> products)
{
    std::vector<FigureClaim> out;
    std::vector<std::string_view> head;
    bool table = false;
    std::string_view line_before;
    for (std::size_t line_begin = 0; line_begin < text.size();) {
        const std::size_t line_end = std::min(text.find('\n', line_begin), text.size());
        const std::string_view line = text.substr(line_begin, line_end - line_begin);
        if (is_delimiter(line) && line_before.find('|') != std::string_view::npos) {
            table = true;
            head = cells_of(line_before);
        } else if (table) {
            read_row(text, line, head, quantities, products, out);
        } else {
            for (std::size_t begin = line_begin; begin < line_end;) {
                const std::size_t end = std::min(sentence_end(text, begin), line_end);
                const Sentence sentence(text, begin, end, quantities, products);
                for (std::size_t i = 0; i < quantities.size(); ++i)
                    if (quantities[i].begin >= begin && quantities[i].end <= end)
                        if (auto claim = sentence.claim(i))
                            out.push_back(std::move(*claim));
                begin = std::max(end, begin + 1);
            }
        }
        line_before = line;
        line_begin = line_end + 1;
    }
    unstate_contrasts(text, quantities, out);
    return out;
}

}
