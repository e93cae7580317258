# Tests of the page-making half. Included by CMakeLists.txt of this folder.
add_gloss_test(site_publication LABEL site LIBRARIES site_write deps::brotli deps::threads SOURCES build_publication_test.cpp)
add_gloss_test(site_build LABEL site LIBRARIES site_commands SOURCES build_site_test.cpp)
add_gloss_test(site_calculators LABEL site LIBRARIES site_commands SOURCES build_calculators_test.cpp)
add_gloss_test(site_compare LABEL site LIBRARIES site_commands SOURCES build_compare_test.cpp)
add_gloss_test(site_search LABEL site LIBRARIES site_commands deps::json deps::threads SOURCES search_test.cpp)
add_gloss_test(site_update LABEL site LIBRARIES site_commands deps::json SOURCES update_test.cpp small_site.cpp)
add_gloss_test(site_other_owner LABEL site LIBRARIES site_commands SOURCES other_owner_test.cpp)
add_gloss_test(site_methods LABEL site LIBRARIES site_render SOURCES methods_test.cpp)
