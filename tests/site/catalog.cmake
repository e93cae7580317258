# Included by tests/site/CMakeLists.txt.
add_gloss_test(catalog_tables LABEL site LIBRARIES catalog
    SOURCES catalog_check_test.cpp catalog_data_test.cpp catalog_facts_test.cpp catalog_json_test.cpp)
