# The reading half: content -> load -> model -> link -> check, Markdown -> prose, diagnostics. Included by site/CMakeLists.txt.
add_library(site_diagnostics STATIC
    ${CMAKE_CURRENT_LIST_DIR}/diagnostics/characters.cpp
    ${CMAKE_CURRENT_LIST_DIR}/diagnostics/diagnostic.cpp
    ${CMAKE_CURRENT_LIST_DIR}/diagnostics/print.cpp
    ${CMAKE_CURRENT_LIST_DIR}/diagnostics/suggestion.cpp
)
target_link_libraries(site_diagnostics PRIVATE project_options)

add_library(site_front STATIC
    ${CMAKE_CURRENT_LIST_DIR}/check/aliases.cpp
    ${CMAKE_CURRENT_LIST_DIR}/check/anchors.cpp
    ${CMAKE_CURRENT_LIST_DIR}/check/check_site.cpp
    ${CMAKE_CURRENT_LIST_DIR}/check/pages.cpp
    ${CMAKE_CURRENT_LIST_DIR}/check/pairs.cpp
    ${CMAKE_CURRENT_LIST_DIR}/check/references.cpp
    ${CMAKE_CURRENT_LIST_DIR}/commands/check.cpp
    ${CMAKE_CURRENT_LIST_DIR}/commands/prose_reuse.cpp
    ${CMAKE_CURRENT_LIST_DIR}/commands/links.cpp
    ${CMAKE_CURRENT_LIST_DIR}/highlight/highlight.cpp
    ${CMAKE_CURRENT_LIST_DIR}/highlight/languages.cpp
    ${CMAKE_CURRENT_LIST_DIR}/link/alias_rules.cpp
    ${CMAKE_CURRENT_LIST_DIR}/link/alias_trie.cpp
    ${CMAKE_CURRENT_LIST_DIR}/link/folded_text.cpp
    ${CMAKE_CURRENT_LIST_DIR}/link/ledger.cpp
    ${CMAKE_CURRENT_LIST_DIR}/link/matcher.cpp
    ${CMAKE_CURRENT_LIST_DIR}/load/front_matter.cpp
    ${CMAKE_CURRENT_LIST_DIR}/load/load_site.cpp
    ${CMAKE_CURRENT_LIST_DIR}/load/page_cache.cpp
    ${CMAKE_CURRENT_LIST_DIR}/load/page_file.cpp
    ${CMAKE_CURRENT_LIST_DIR}/load/read_file.cpp
    ${CMAKE_CURRENT_LIST_DIR}/load/settings.cpp
    ${CMAKE_CURRENT_LIST_DIR}/load/source_revision.cpp
    ${CMAKE_CURRENT_LIST_DIR}/load/source_text.cpp
    ${CMAKE_CURRENT_LIST_DIR}/load/yaml_value.cpp
    ${CMAKE_CURRENT_LIST_DIR}/math/commands.cpp
    ${CMAKE_CURRENT_LIST_DIR}/math/mathml.cpp
    ${CMAKE_CURRENT_LIST_DIR}/math/parser.cpp
    ${CMAKE_CURRENT_LIST_DIR}/math/parser_commands.cpp
    ${CMAKE_CURRENT_LIST_DIR}/model/library.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/heading_ids.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_arena.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_blocks.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_destination.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_footnotes.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_inlines.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_links.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_math.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_passage.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_prepare.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_review.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_run.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_sentence.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_source.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_tables.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/markdown_writer.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/parallel.cpp
    ${CMAKE_CURRENT_LIST_DIR}/render/prose.cpp
)
target_link_libraries(site_front PUBLIC site_diagnostics PRIVATE site_write deps::cmark deps::yaml deps::threads project_options)
