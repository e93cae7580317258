#include "site/claims/products.h"

#include "site/diagnostics/characters.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace site {

namespace {

constexpr std::string_view other_names[]{
    "NVL2", "NVL4", "NVL8", "NVL16", "NVL36", "NVL72", "NVL144", "NVL576", "DGX", "HGX", "SuperPOD", "NVLink-C2C", "Grace", "Vera", "V100", "P100",
    "A30", "B100", "GB10", "MI300A"};

template<class RowType>
void add_rows(const Table<RowType>& table, std::vector<CatalogTarget>& targets)
{
    for (const RowType& row : table.rows())
        if (!row.id.ends_with("-no-p2p")) // the same fabric, used otherwise
            targets.push_back({row.id, row.name, {}, row.automatic_aliases(), {}});
}

Matcher matcher_of(const Catalog& catalog)
{
    std::vector<CatalogTarget> targets;
    add_rows(catalog.accelerators, targets);
    add_rows(catalog.models, targets);
    add_rows(catalog.links, targets);
    for (const std::string_view name : other_names)
        targets.push_back({"!" + std::string(name), std::string(name), {}, {}, {}});
    Diagnostics none;
    return Matcher(Library(), "en", std::move(targets), none);
}

std::string_view first_word(std::string_view name) { return name.substr(0, name.find(' ')); }

/// ` NVL72` and ` x4` make another thing of what stands before them.
bool changed_by(std::string_view rest)
{
    if (rest.starts_with(' '))
        rest.remove_prefix(1);
    for (const std::string_view word : {"NVL", "x", "SuperPOD"})
        if (rest.starts_with(word) && rest.size() > word.size() && is_ascii_digit(static_cast<unsigned char>(rest[word.size()])) &&
            !rest.starts_with("x16"))
            return true;
    return rest.starts_with("SuperPOD");
}

}

Products::Products(const Catalog& catalog) : m_catalog(catalog), m_matcher(matcher_of(catalog)) {}

std::vector<ProductName> Products::find(std::string_view text) const
{
    std::vector<ProductName> found;
    std::size_t at = 0;
    while (const std::optional<Match> match = m_matcher.next(text, at)) {
        at = match->end;
        if (match->outcome != Match::Outcome::target)
            continue;
        const std::string& id = m_matcher.targets()[match->target].id;
        const std::string_view written = text.substr(match->begin, match->word_end - match->begin);
        ProductName name{match->begin, match->word_end};
        using Kind = ProductName::Kind;
        if (const Row* gpu = m_catalog.accelerators.find(id)) {
            const bool system = (written.starts_with("DGX") || written.starts_with("HGX")) && !gpu->name.ends_with("(" + std::string(written) + ")");
            if (!system && !changed_by(text.substr(name.end))) {
                name.row = gpu;
                name.kind = Kind::accelerator;
                name.of_family = written == first_word(gpu->name) && !siblings(*gpu).empty();
            }
        } else if (const Row* model = m_catalog.models.find(id)) {
            name.row = model;
            name.kind = Kind::model;
        } else if (const Row* link = m_catalog.links.find(id); link && !changed_by(text.substr(name.end))) {
            name.row = link;
            name.kind = Kind::link;
        }
        found.push_back(name);
    }
    return found;
}

std::vector<const Row*> Products::siblings(const Row& row) const
{
    std::vector<const Row*> out;
    if (!m_catalog.accelerators.find(row.id))
        return out;
    const auto family = [](std::string_view name) { // RTX PRO 6000 Blackwell ...: up to the model number
        std::size_t end = name.find(' ');
        while (end != std::string_view::npos && std::none_of(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c >= '0' && c <= '9'; }))
            end = name.find(' ', end + 1);
        return name.substr(0, end);
    };
    for (const AcceleratorRow& other : m_catalog.accelerators.rows())
        if (other.id != row.id && family(other.name) == family(row.name))
            out.push_back(&other);
    return out;
}

}
