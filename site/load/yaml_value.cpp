#include "site/load/yaml_value.h"

#include <algorithm>

#include <yaml.h>

namespace site {

namespace {

/// libyaml's parser and event are C structs to delete.
class Events {
public:
    explicit Events(std::string_view text)
    {
        m_ready = yaml_parser_initialize(&m_parser) != 0;
        if (m_ready) {
            yaml_parser_set_encoding(&m_parser, YAML_UTF8_ENCODING);
            yaml_parser_set_input_string(&m_parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
        }
    }
    Events(const Events&) = delete;
    Events& operator=(const Events&) = delete;
    ~Events()
    {
        release();
        if (m_ready)
            yaml_parser_delete(&m_parser);
    }

    /// Null when the text is malformed.
    const yaml_event_t* next()
    {
        release();
        m_live = m_ready && yaml_parser_parse(&m_parser, &m_event) != 0;
        return m_live ? &m_event : nullptr;
    }
    const yaml_parser_t& parser() const { return m_parser; }

private:
    void release()
    {
        if (m_live)
            yaml_event_delete(&m_event);
        m_live = false;
    }

    yaml_parser_t m_parser{};
    yaml_event_t m_event{};
    bool m_ready = false, m_live = false;
};

Position position_of(const yaml_mark_t& mark, int first_line)
{
    return {static_cast<int>(mark.line) + first_line, static_cast<int>(mark.column) + 1};
}

std::string text_of(const yaml_char_t* value, std::size_t size) { return {reinterpret_cast<const char*>(value), size}; }

}

std::optional<YamlValue> read_yaml(std::string_view text, int first_line, std::optional<YamlProblem>& problem)
{
    constexpr std::size_t max_depth = 100;
    Events events(text);
    YamlValue root;
    bool has_root = false;
    std::vector<YamlValue> open; // lists and maps that have begun
    const auto place = [&](YamlValue&& value) {
        if (open.empty()) {
            root = std::move(value);
            has_root = true;
        } else {
            open.back().items.push_back(std::move(value));
        }
    };
    const auto fail = [&](std::string what, Position where) {
        problem = YamlProblem{std::move(what), where};
        return std::nullopt;
    };
    for (;;) {
        const yaml_event_t* event = events.next();
        if (!event) {
            const yaml_parser_t& p = events.parser();
            // A problem of the scanner has its own mark; one of the reader only a byte offset.
            const yaml_mark_t& mark = p.problem_mark.index != 0 || p.problem_mark.line != 0 ? p.problem_mark : p.context_mark;
            return fail(p.problem ? p.problem : "malformed", position_of(mark, first_line));
        }
        const Position where = position_of(event->start_mark, first_line);
        const bool one_line = event->start_mark.line == event->end_mark.line;
        const int length = one_line ? std::max(1, static_cast<int>(event->end_mark.column - event->start_mark.column)) : 1;
        switch (event->type) {
        case YAML_SCALAR_EVENT: {
            YamlValue value;
            value.text = text_of(event->data.scalar.value, event->data.scalar.length);
            value.plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
            value.where = where;
            value.length = length;
            if (event->data.scalar.anchor || event->data.scalar.tag)
                return fail("anchors and tags are not used here", where);
            place(std::move(value));
            break;
        }
        case YAML_SEQUENCE_START_EVENT:
        case YAML_MAPPING_START_EVENT: {
            if (open.size() >= max_depth)
                return fail("nested too deeply", where);
            YamlValue value;
            value.kind = event->type == YAML_MAPPING_START_EVENT ? YamlValue::Kind::map : YamlValue::Kind::list;
            value.where = where;
            open.push_back(std::move(value));
            break;
        }
        case YAML_SEQUENCE_END_EVENT:
        case YAML_MAPPING_END_EVENT: {
            YamlValue value = std::move(open.back());
            open.pop_back();
            place(std::move(value));
            break;
        }
        case YAML_ALIAS_EVENT:
            return fail("aliases are not used here", where);
        case YAML_DOCUMENT_START_EVENT:
            if (has_root)
                return fail("a second document begins", where);
            break;
        case YAML_STREAM_END_EVENT:
            if (!has_root)
                return std::nullopt;
            return root;
        case YAML_NO_EVENT:
        case YAML_STREAM_START_EVENT:
        case YAML_DOCUMENT_END_EVENT:
            break;
        }
    }
}

}
