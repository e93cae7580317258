#include "site/scenario/scenario.h"

#include "site/diagnostics/suggestion.h"
#include "site/scenario/compatibility.h"
#include "site/scenario/engine_release.h"
#include "site/scenario/inline_model.h"
#include "site/scenario/value_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace site {

using engine::Calculator;
using engine::Field;
using engine::Kind;

namespace {

bool is_catalog_kind(Kind kind)
{
    return kind == Kind::model || kind == Kind::accelerator || kind == Kind::format || kind == Kind::link;
}

/// Lists of ids; ids[] holds them as written on the command line, each id the catalog's own.
bool is_list_kind(Kind kind) { return kind == Kind::accelerators || kind == Kind::prices; }

std::vector<std::string_view> ids_of(const Catalog& catalog, Kind kind)
{
    std::vector<std::string_view> ids;
    const auto add = [&](const auto& table) {
        for (const auto& row : table.rows())
            ids.push_back(row.id);
    };
    switch (kind) {
    case Kind::model: add(catalog.models); break;
    case Kind::accelerator:
    case Kind::accelerators:
    case Kind::prices: add(catalog.accelerators); break;
    case Kind::format: add(catalog.formats); break;
    default: add(catalog.links); break;
    }
    return ids;
}

/// Where the record of a format or fabric field goes; null for a field that the engine's records do not have.
engine::NumberFormat* format_slot(engine::Specifications& specs, std::string_view field)
{
    return field == "weights" ? &specs.weights : field == "kv_cache" ? &specs.kv_cache
         : field == "value_cache" ? &specs.value_cache : nullptr;
}

engine::Link* link_slot(engine::Specifications& specs, std::string_view field)
{
    return field == "intra_fabric" ? &specs.intra_fabric : field == "inter_fabric" ? &specs.inter_fabric : nullptr;
}

/// A row may be named by its id or, for people, by one of its aliases: `H100` is h100-sxm.
template<class RowType>
const RowType* find_row(const Table<RowType>& table, std::string_view name)
{
    if (const RowType* row = table.find(name))
        return row;
    const auto lower = [](std::string_view text) {
        std::string out(text);
        for (char& c : out)
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        return out;
    };
    const std::string wanted = lower(name);
    for (const RowType& row : table.rows())
        for (const RowAlias& alias : row.aliases)
            if (lower(alias.text) == wanted)
                return &row;
    return nullptr;
}

using ModelMember = engine::Member<engine::LanguageModel>;
constexpr std::array needed_members{ModelMember{"layers", &engine::LanguageModel::layers},
                                    ModelMember{"hidden", &engine::LanguageModel::hidden},
                                    ModelMember{"heads", &engine::LanguageModel::heads},
                                    ModelMember{"vocab", &engine::LanguageModel::vocab}};

class Builder {
public:
    Builder(const Calculator& calculator, const Catalog& catalog) : m_catalog(catalog)
    {
        m_scenario.calculator = &calculator;
        m_scenario.inputs = engine::default_inputs(calculator);
        m_scenario.ids.resize(calculator.inputs.size());
        for (std::size_t i = 0; i < calculator.inputs.size(); ++i)
            if (is_catalog_kind(calculator.inputs[i].kind))
                m_scenario.ids[i] = calculator.inputs[i].initial_id;
    }

    void apply(const Setting& setting)
    {
        if (setting.field.starts_with("model.")) {
            m_inline_model.push_back({setting.field.substr(6), setting.value});
            return;
        }
        const auto& inputs = m_scenario.calculator->inputs;
        // `prices.h100-sxm=3` is one entry of a map, as a JSON object gives it.
        const std::string map = setting.field.substr(0, setting.field.find('.'));
        if (const int m = engine::field_index(inputs, map);
            m >= 0 && map != setting.field && inputs[static_cast<std::size_t>(m)].kind == Kind::prices) {
            std::string& entries = m_scenario.ids[static_cast<std::size_t>(m)];
            entries += (entries.empty() ? "" : ",") + setting.field.substr(map.size() + 1) + ":" + setting.value;
            return;
        }
        const int index = engine::field_index(inputs, setting.field);
        if (index < 0) {
            std::vector<std::string_view> known;
            for (const Field& field : inputs)
                known.push_back(field.id);
            add({setting.field, "unknown_field", setting.value, std::string(nearest(setting.field, known))});
            return;
        }
        const auto at = static_cast<std::size_t>(index);
        if (is_catalog_kind(inputs[at].kind) || is_list_kind(inputs[at].kind)) {
            m_scenario.ids[at] = setting.value;
            return;
        }
        m_given.push_back(inputs[at].id);
        const ParsedValue parsed = parse_value(inputs[at], release_of(inputs[at], setting.value));
        if (parsed.error == ValueError::none)
            m_scenario.inputs[at] = parsed.value;
        else if (parsed.error == ValueError::empty && !engine::is_present(inputs[at].initial))
            m_scenario.inputs[at] = engine::absent; // An emptied optional field: back to the derived value.
        else
            add({setting.field, std::string(value_error_id(parsed.error)), setting.value, allowed_values(inputs[at])});
    }

    Scenario finish()
    {
        const auto& inputs = m_scenario.calculator->inputs;
        count_gpus();
        const AcceleratorRow* gpu = nullptr;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (inputs[i].kind == Kind::accelerator)
                gpu = resolve_accelerator(inputs[i], m_scenario.ids[i]);
        m_scenario.fabrics = fabric_ids(m_catalog, gpu, false);
        m_scenario.networks = fabric_ids(m_catalog, gpu, true);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            std::string& id = m_scenario.ids[i];
            if (inputs[i].kind == Kind::model)
                resolve_model(inputs[i], id);
            else if (inputs[i].kind == Kind::format && !id.empty())
                resolve_format(inputs[i], id);
            else if (inputs[i].kind == Kind::link)
                resolve_link(inputs[i], id, gpu);
            else if (is_list_kind(inputs[i].kind))
                resolve_list(inputs[i], id);
        }
        if (const int v = engine::field_index(inputs, "value_cache"); v >= 0 && m_scenario.ids[static_cast<std::size_t>(v)].empty())
            m_scenario.specs.value_cache = m_scenario.specs.kv_cache;
        return std::move(m_scenario);
    }

private:
    void add(FieldProblem problem) { m_scenario.problems.push_back(std::move(problem)); }

    bool is_given(std::string_view field) const { return std::find(m_given.begin(), m_given.end(), field) != m_given.end(); }

    /// Who splits a model over 8 GPUs has 8 GPUs: the number of a default scenario would contradict what was said.
    void count_gpus()
    {
        const auto& inputs = m_scenario.calculator->inputs;
        const int gpus = engine::field_index(inputs, "gpus");
        if (gpus < 0 || is_given("gpus"))
            return;
        double product = 1;
        bool any = false;
        for (const std::string_view field : {"tensor_parallel", "pipeline_parallel", "data_parallel", "context_parallel"})
            if (const int i = engine::field_index(inputs, field); i >= 0 && is_given(field) &&
                engine::is_present(m_scenario.inputs[static_cast<std::size_t>(i)])) {
                product *= m_scenario.inputs[static_cast<std::size_t>(i)];
                any = true;
            }
        if (any)
            m_scenario.inputs[static_cast<std::size_t>(gpus)] = product;
    }

    void unknown_id(const Field& field, const std::string& id)
    {
        const std::vector<std::string_view> known = ids_of(m_catalog, field.kind);
        add({std::string(field.id), "unknown_id", id, std::string(nearest(id, known))});
    }

    const AcceleratorRow* resolve_accelerator(const Field& field, std::string& id)
    {
        if (id.empty() || id == "none") { // No device: what does not need one is still answered.
            id.clear();
            return nullptr;
        }
        const AcceleratorRow* row = find_row(m_catalog.accelerators, id);
        if (!row) {
            unknown_id(field, id);
            return nullptr;
        }
        id = row->id;
        m_scenario.specs.gpu = row->spec;
        return row;
    }

    void resolve_model(const Field& field, std::string& id)
    {
        if (!m_inline_model.empty()) {
            // On top of a catalog row when one was named with it: `model=llama-3.1-8b model.max_context=1M`.
            const bool named = id != field.initial_id;
            if (const ModelRow* row = named ? find_row(m_catalog.models, id) : nullptr)
                m_scenario.specs.model = row->spec;
            id = "custom";
            std::vector<FieldProblem> missing;
            for (InlineProblem& problem : read_inline_model(m_inline_model, m_scenario.specs.model))
                add({"model." + problem.member, problem.code, problem.value, problem.allowed});
            for (const auto& member : needed_members) // What has no usual value (engine/models/transformer.h).
                if (m_scenario.problems.empty() && !(m_scenario.specs.model.*member.member > 0))
                    missing.push_back({"model." + std::string(member.id), "missing", "", "1 - 1e15"});
            m_scenario.problems.insert(m_scenario.problems.end(), missing.begin(), missing.end());
            return;
        }
        if (const ModelRow* row = find_row(m_catalog.models, id)) {
            id = row->id;
            m_scenario.specs.model = row->spec;
        } else if (!id.empty()) {
            unknown_id(field, id);
        }
    }

    void resolve_format(const Field& field, std::string& id)
    {
        engine::NumberFormat* slot = format_slot(m_scenario.specs, field.id);
        const std::optional<engine::NumberFormat> found = m_catalog.format(id);
        const FormatRow* row = m_catalog.formats.find(id);
        const bool is_cache = field.id == "kv_cache" || field.id == "value_cache";
        if (!found)
            unknown_id(field, id);
        else if (is_cache && (!row || !is_cache_format(*row)))
            add({std::string(field.id), "not_a_choice", id, cache_format_ids(m_catalog)});
        else if (slot)
            *slot = *found;
    }

    void resolve_link(const Field& field, const std::string& id, const AcceleratorRow* gpu)
    {
        engine::Link* slot = link_slot(m_scenario.specs, field.id);
        if (!slot)
            return;
        if (id.empty()) {
            if (field.id == "intra_fabric" && gpu)
                *slot = m_catalog.fabric_of(*gpu);
            return;
        }
        const std::optional<engine::Link> found = m_catalog.fabric(id, gpu);
        const LinkRow* row = m_catalog.links.find(id);
        const bool network = field.id == "inter_fabric";
        if (!found)
            unknown_id(field, id);
        else if (row && !(network ? is_network(*row) : is_fabric_of(*row, gpu, m_catalog)))
            add({std::string(field.id), "not_a_choice", id, fabric_ids(m_catalog, gpu, network)});
        else
            *slot = *found;
    }

    /// Checks each item; `text` becomes the list of those that are right.
    void resolve_list(const Field& field, std::string& text)
    {
        std::string list;
        for (ListItem& item : list_items(text)) {
            const AcceleratorRow* row = find_row(m_catalog.accelerators, item.id);
            const ParsedValue price = parse_quantity(item.value, field.unit);
            if (!row)
                unknown_id(field, item.id);
            else if (field.kind == Kind::prices &&
                     (price.error != ValueError::none || price.value < 0 || price.value > field.most))
                add({std::string(field.id), "not_a_price", item.value.empty() ? item.id : item.id + ":" + item.value,
                     row->id + ":2.5"});
            else
                list += (list.empty() ? "" : ",") + row->id +
                        (field.kind == Kind::prices ? ":" + exact_number(price.value) : "");
        }
        text = std::move(list);
    }

    const Catalog& m_catalog;
    Scenario m_scenario;
    std::vector<Setting> m_inline_model;
    std::vector<std::string_view> m_given; ///< fields that a setting named
};

}

std::vector<ListItem> list_items(std::string_view text)
{
    std::vector<ListItem> items;
    while (!text.empty()) {
        const std::string_view item = text.substr(0, text.find(','));
        text.remove_prefix(std::min(item.size() + 1, text.size()));
        const auto word = [](std::string_view part) {
            const std::size_t first = part.find_first_not_of(" \t\n"), last = part.find_last_not_of(" \t\n");
            return first == part.npos ? std::string() : std::string(part.substr(first, last - first + 1));
        };
        const std::size_t colon = item.find(':');
        ListItem found{word(item.substr(0, colon)), colon == item.npos ? "" : word(item.substr(colon + 1))};
        if (!found.id.empty())
            items.push_back(std::move(found));
    }
    return items;
}

Scenario make_scenario(const Calculator& calculator, const Catalog& catalog, std::span<const Setting> settings)
{
    Builder builder(calculator, catalog);
    for (const Setting& setting : settings)
        builder.apply(setting);
    return builder.finish();
}

std::string exact_number(double value)
{
    if (!engine::is_present(value))
        return {};
    if (value == engine::maximum)
        return "max";
    std::array<char, 40> buffer{};
    // Whole numbers in digits (8192, not 8.192e+03), others as the shortest text that reads back the same.
    const bool whole = value == static_cast<double>(static_cast<long long>(value)) && value < 1e15 && value > -1e15;
    const auto end =
        whole ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<long long>(value)).ptr
              : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string value_text(const Field& field, double value)
{
    if (!engine::is_present(value))
        return {};
    if (field.kind == Kind::choice && value >= 0 && value < static_cast<double>(field.choices.size()))
        return std::string(field.choices[static_cast<std::size_t>(value)]);
    if (field.kind == Kind::flag)
        return value != 0 ? "true" : "false";
    return exact_number(value);
}

std::string value_text(const Scenario& scenario, int input)
{
    const auto at = static_cast<std::size_t>(input);
    const Field& field = scenario.calculator->inputs[at];
    return is_catalog_kind(field.kind) || is_list_kind(field.kind) ? scenario.ids[at]
                                                                   : value_text(field, scenario.inputs[at]);
}

}
