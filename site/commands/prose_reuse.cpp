#include "site/commands/prose_reuse.h"

#include "site/diagnostics/characters.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace site {

namespace {

constexpr std::size_t most_texts = 64;

/// Only ASCII letters in lower case, digits and ideographs; tags and entities are left out.
void append_bare(std::string& bare, std::string_view html)
{
    for (std::size_t i = 0; i < html.size();) {
        const char c = html[i];
        if (c == '<' || c == '&') {
            const std::size_t end = html.find(c == '<' ? '>' : ';', i);
            i = end == html.npos ? i + 1 : end + 1;
            continue;
        }
        const Character character = character_at(html, i);
        i += character.size;
        char32_t code = character.code;
        if (code >= 0xFF01 && code <= 0xFF5E)
            code -= 0xFEE0; // full width
        if (is_ascii_letter(code) || is_ascii_digit(code)) {
            // With a combining mark it is another letter, which is left out as well.
            if (i >= html.size() || character_at(html, i).code < 0x300 || character_at(html, i).code > 0x36F)
                bare += static_cast<char>(ascii_lower(code));
        } else if (is_han(code)) {
            append_character(bare, code);
        }
    }
}

std::string joined(std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (const std::string_view part : parts)
        text.append(part).push_back('\0');
    return text;
}

/// What a claim says, its text first.
std::vector<std::string> claims_of(const Matcher& matcher)
{
    std::vector<std::string> all;
    all.reserve(matcher.claims().size());
    for (const Claim& claim : matcher.claims()) {
        std::string text = joined({claim.text, matcher.targets()[claim.target].id});
        text += static_cast<char>('0' + static_cast<int>(claim.rank));
        text += static_cast<char>('0' + static_cast<int>(claim.letter_case));
        text += claim.automatic ? 'a' : 'n';
        if (claim.alias)
            for (const std::string& except : claim.alias->except)
                text.append(except).push_back('\0');
        all.push_back(std::move(text));
    }
    std::sort(all.begin(), all.end());
    return all;
}

/// What a link to a target says, its id first.
std::vector<std::string> targets_of(const Matcher& matcher)
{
    std::vector<std::string> all;
    all.reserve(matcher.targets().size());
    for (const LinkTarget& target : matcher.targets())
        all.push_back(joined({target.id, target.title, target.url, target.language, target.short_text.empty() ? "" : "has a short text",
                              target.page ? std::to_string(static_cast<int>(target.page->kind)) : ""}));
    std::sort(all.begin(), all.end());
    return all;
}

std::vector<std::string> differences(const std::vector<std::string>& a, const std::vector<std::string>& b)
{
    std::vector<std::string> result;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
    for (std::string& text : result)
        text.resize(std::min(text.find('\0'), text.size()));
    return result;
}

}

ProseReuse::ProseReuse(const Matcher& before, const Matcher& now)
{
    for (std::string& id : differences(targets_of(before), targets_of(now)))
        m_targets.insert(std::move(id));
    std::set<std::string> texts;
    for (const std::string& text : differences(claims_of(before), claims_of(now))) {
        std::string bare;
        append_bare(bare, text);
        m_none = m_none || bare.empty(); // A name of signs alone stands anywhere.
        texts.insert(std::move(bare));
    }
    m_none = m_none || texts.size() > most_texts;
    m_texts.assign(texts.begin(), texts.end());
}

bool ProseReuse::still_right(const Prose& prose) const
{
    if (m_none || !prose.diagnostics.empty() || !prose.ambiguous_uses.empty() || !prose.explanations.empty())
        return false;
    if (std::any_of(prose.mentions.begin(), prose.mentions.end(), [&](const Mention& mention) { return m_targets.contains(mention.target); }))
        return false;
    if (m_texts.empty())
        return true;
    thread_local std::string bare;
    bare.clear();
    append_bare(bare, prose.html);
    return std::none_of(m_texts.begin(), m_texts.end(), [](const std::string& text) { return bare.find(text) != bare.npos; });
}

bool same_source(const Page& a, const Page& b)
{
    return std::tie(a.kind, a.language, a.id, a.file, a.url, a.autolink, a.link_scope, a.body_line, a.body) ==
               std::tie(b.kind, b.language, b.id, b.file, b.url, b.autolink, b.link_scope, b.body_line, b.body) &&
           a.prefer.has_value() == b.prefer.has_value() && (!a.prefer || a.prefer->id == b.prefer->id);
}

}
