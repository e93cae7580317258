# One line a test program, one ctest a TEST_CASE:
#
#     add_gloss_test(engine_kv_cache LABEL unit LIBRARIES engine SOURCES kv_cache_test.cpp)
#
# Labels: `unit` (all in ten seconds), `site`, `tool` (scripts over the sources); browser tests run from tools/test.
# Tests run in the root of the checkout, so `content/data` and `tests/site/fixtures` are where they look.

enable_testing()
include(Catch)

function(add_gloss_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "LIBRARIES;SOURCES")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_LABEL OR NOT arg_SOURCES)
        message(FATAL_ERROR "add_gloss_test(${name} LABEL ... LIBRARIES ... SOURCES ...): got '${arg_UNPARSED_ARGUMENTS}'")
    endif()
    add_executable(${name}_test ${arg_SOURCES}) # A library may have the plain name.
    target_link_libraries(${name}_test PRIVATE ${arg_LIBRARIES} deps::catch2 project_options)
    catch_discover_tests(${name}_test
        TEST_PREFIX "${name}: " WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} DISCOVERY_MODE PRE_TEST
        PROPERTIES LABELS ${arg_LABEL} TIMEOUT 300)
endfunction()
