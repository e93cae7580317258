#pragma once
// Our own HTML, read back as a tree: whoever turns pages into something else sees what readers see, with every figure filled in.
// Made for what the templates write: elements nest properly, attribute values stand in double quotes.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace site {

struct HtmlNode {
    std::string_view tag;                ///< "p"; empty: a text
    std::string_view text;               ///< of a text: as written, with entities; of an element: its attributes
    std::size_t first = 0, next = 0;     ///< first child and next sibling; 0: none

    bool is_text() const { return tag.empty(); }
};

class HtmlTree {
public:
    /// The text must outlive the tree.
    explicit HtmlTree(std::string_view html);

    /// Holds the outermost elements.
    const HtmlNode& root() const { return m_nodes.front(); }
    const HtmlNode* first(const HtmlNode& of) const { return at(of.first); }
    const HtmlNode* next(const HtmlNode& of) const { return at(of.next); }
    /// The first element below `of` of this tag (any when empty) and class (any when empty), in reading order; or null.
    const HtmlNode* find(const HtmlNode& of, std::string_view tag, std::string_view class_name = {}) const;
    /// Every one of them.
    std::vector<const HtmlNode*> all(const HtmlNode& of, std::string_view tag, std::string_view class_name = {}) const;

private:
    const HtmlNode* at(std::size_t index) const { return index == 0 ? nullptr : &m_nodes[index]; }
    void collect(const HtmlNode& of, std::string_view tag, std::string_view class_name, std::size_t most, std::vector<const HtmlNode*>& found) const;

    std::vector<HtmlNode> m_nodes;
};

bool has_attribute(const HtmlNode&, std::string_view name);
/// Its value with entities decoded; empty when it has none.
std::string attribute(const HtmlNode&, std::string_view name);
bool has_class(const HtmlNode&, std::string_view name);

/// &amp; &lt; &gt; &quot; &#39; &nbsp; as the characters they stand for.
std::string decoded(std::string_view html);

}
