#pragma once
// The parser's tree -> Prose. One Writer a page; the recipe of render_prose():
//
// 1. prepare() hides our constructs, cmark parses. 2. survey() notes where explicit links and footnotes stand, because
// they decide about text above them. 3. blocks() walks the tree (markdown_blocks.cpp); a paragraph becomes a Run
// (markdown_run.h) and may turn out to be a table, a definition list, footnotes (markdown_tables.cpp). 4. write_span()
// writes a part of a run (markdown_inlines.cpp): marks, constructs, and links (markdown_links.cpp), those the ledger admits.
// 5. review() reports what the reader of the source should see: `**` left over, Chinese typography (markdown_review.cpp).

#include "site/link/ledger.h"
#include "site/render/heading_ids.h"
#include "site/render/markdown_run.h"
#include "site/render/prose.h"

#include <cmark.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace site::markdown {

/// Appends text as HTML: & < > " escaped.
void append_text(std::string& html, std::string_view text);

/// The cells of a table's row, trimmed, without the outer pipes.
std::vector<Span> table_cells(const Run&, const Span& row);

class Writer {
public:
    Writer(const Page&, const Library&, const Matcher&, const FigureEvaluator&, const ProseOptions&);
    Prose write();

private:
    enum class Linking { on, off };
    struct Footnote {
        std::string_view label;
        cmark_node* item = nullptr;      ///< the list item that prepare() made of it
        int number = 0, references = 0;  ///< 0: not referred to yet
        Position where;
    };

    void survey(cmark_node* document);

    // markdown_blocks.cpp
    void blocks(cmark_node* document);
    bool enter(cmark_node*);             ///< true: go into its children
    void leave(cmark_node*);
    void paragraph(cmark_node*);
    void heading(cmark_node*);
    void code_block(cmark_node*);
    void html_block(cmark_node*);
    void open_callout(cmark_node* quote, std::string_view kind);
    bool captioned_figure(cmark_node* paragraph, const Run&);
    bool block_figure(const Run& run);
    const Construct* footnote_of(cmark_node* item) const;
    bool only_footnotes(cmark_node* list) const;
    void note_footnote(cmark_node* item, const Construct&);
    void write_footnotes();
    void write_footnote(const Footnote&);
    void collect_ids(std::string_view html);
    Position block_position(cmark_node*);

    // markdown_tables.cpp
    bool write_table(const Run&, const std::vector<Span>& lines, bool tight);
    bool write_definitions(const Run&, const std::vector<Span>& lines);
    void write_lines(const Run&, const std::vector<Span>& lines, std::size_t first, std::size_t last, bool tight);

    // markdown_inlines.cpp
    void write_span(const Run&, const Span&, Linking);
    void write_object(const Run&, const Mark&);
    void write_image(const Run&, const Mark&);
    void write_text(const Run&, std::size_t begin, std::size_t end, const Span&, bool linkable);
    void write_plain(const Run&, std::size_t begin, std::size_t end, const Span&);
    void write_construct(const Run&, std::size_t at, const Construct&, const Span&);
    const Figure& figure(const Construct&);

    // markdown_math.cpp
    bool write_formula(std::string_view latex, bool block, const std::function<std::size_t(std::size_t)>& place);
    void write_math(const Construct&);
    void write_math_block(cmark_node*);
    static std::string formula_text(const Construct&);

    // markdown_links.cpp
    void write_match(const Run&, const Match&, const Span&);
    void write_explicit(const Run&, std::size_t at, const Construct&, const Span&);
    void open_link(const LinkTarget&, std::string_view anchor);
    void open_markdown_link(const Run&, std::size_t mark, const Span&);
    void note_link(std::uint32_t target, const Run&, std::size_t begin, std::size_t end, const Span&, Position, bool automatic);

    // markdown_sentence.cpp
    /// The visible text of a part of a run.
    std::string visible(const Run&, std::size_t begin, std::size_t end);
    void add_mention(std::uint32_t target, const Run&, std::size_t begin, std::size_t end, const Span&, Position, bool automatic);

    // markdown_review.cpp
    void review(const Run&);
    void review_literals(const Run&);
    void review_typography(const Run&);
    void review_space(const Run&, std::size_t at);
    void review_pairs(const Run&);
    void review_large_number(const Run&, std::size_t at);

    // markdown_passage.cpp
    void add_passage(const Run&);
    void note_figures();

    Position position(const Run& run, std::size_t at) { return m_source.position(source_offset(run, m_source, at)); }
    void report(Severity, std::string code, Position, std::vector<std::string> arguments, int length = 1);
    std::string restored(std::string_view text, bool pipes = false) const;
    std::string word(std::string_view key) const
    {
        const Wording wording = m_options.wordings ? m_options.wordings(m_page.language) : m_options.wording;
        return wording ? wording(key) : std::string();
    }

    const Page& m_page;
    const Library& m_library;
    const Matcher& m_matcher;
    const FigureEvaluator& m_figures;
    const ProseOptions& m_options;
    Prepared m_prepared;
    Source m_source;
    Prose m_out;
    LinkLedger m_ledger;
    HeadingIds m_ids;
    std::optional<std::uint32_t> m_own_target;
    Run m_run;                           ///< of the block being written
    std::vector<Footnote> m_footnotes;
    std::vector<std::size_t> m_footnote_order;
    std::vector<std::unique_ptr<Figure>> m_figure_values; ///< by construct
    std::vector<cmark_node*> m_callouts; ///< block quotes that are callouts, open ones
    cmark_node* m_callout_paragraph = nullptr; ///< whose first line is the callout's title
    int m_last_heading = 1;
    int m_no_link = 0;                   ///< inside <!-- nolink -->
    bool m_in_link = false, m_in_table = false, m_in_heading = false;
    std::size_t m_definitions_end = 0;   ///< html size just after a </dl>, else 0
};

}
