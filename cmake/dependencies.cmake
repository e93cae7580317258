# Every third-party library, as one target each:
#
#     deps::cmark  deps::yaml  deps::json  deps::cli11  deps::httplib  deps::inja
#     deps::brotli  deps::zlib  deps::icu  deps::threads  deps::allocator  deps::catch2 (tests only; has the main function)
#
# They come from Debian's packages and from .deps/, where tools/setup puts what Debian 12 lacks (dependencies.lock).
# Headers are SYSTEM: their warnings are not ours.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc i18n)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
pkg_check_modules(cmark REQUIRED IMPORTED_TARGET libcmark)
pkg_check_modules(yaml REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(brotli REQUIRED IMPORTED_TARGET libbrotlienc libbrotlidec)
pkg_check_modules(httplib REQUIRED IMPORTED_TARGET cpp-httplib)

add_library(deps::cmark ALIAS PkgConfig::cmark)
add_library(deps::yaml ALIAS PkgConfig::yaml)
add_library(deps::brotli ALIAS PkgConfig::brotli)
add_library(deps::zlib ALIAS ZLIB::ZLIB)
add_library(deps::threads ALIAS Threads::Threads)
add_library(deps::json ALIAS nlohmann_json::nlohmann_json)
add_library(deps::cli11 ALIAS CLI11::CLI11)

add_library(deps_icu INTERFACE)
target_link_libraries(deps_icu INTERFACE ICU::i18n ICU::uc)
add_library(deps::icu ALIAS deps_icu)

add_library(deps_httplib INTERFACE)
target_link_libraries(deps_httplib INTERFACE PkgConfig::httplib Threads::Threads)
add_library(deps::httplib ALIAS deps_httplib)

# An allocator whose threads do not wait for each other: a fifth of a build's time. Sanitizers bring their own.
add_library(deps_allocator INTERFACE)
find_library(MIMALLOC mimalloc)
if(MIMALLOC AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    target_link_libraries(deps_allocator INTERFACE -Wl,--push-state,--no-as-needed ${MIMALLOC} -Wl,--pop-state)
endif()
add_library(deps::allocator ALIAS deps_allocator)

# `cmake --preset release -DGLOSS_FETCH_DEPENDENCIES=ON` where tools/setup cannot run but the internet is open.
option(GLOSS_FETCH_DEPENDENCIES "Fetch Catch2 and inja from their repositories instead of using .deps/" OFF)
if(GLOSS_FETCH_DEPENDENCIES)
    include(FetchContent)
    FetchContent_Declare(catch2_source GIT_REPOSITORY https://github.com/catchorg/Catch2.git GIT_TAG v3.7.1 SOURCE_SUBDIR none)
    FetchContent_Declare(inja_source GIT_REPOSITORY https://github.com/pantor/inja.git GIT_TAG v3.5.0 SOURCE_SUBDIR none)
    FetchContent_MakeAvailable(catch2_source inja_source)
    set(catch2_hint ${catch2_source_SOURCE_DIR})
    set(inja_hint ${inja_source_SOURCE_DIR}/include)
else()
    set(catch2_hint ${PROJECT_SOURCE_DIR}/.deps/catch2)
    set(inja_hint ${PROJECT_SOURCE_DIR}/.deps/inja/usr/include)
endif()

find_path(INJA_INCLUDE inja/inja.hpp HINTS ${inja_hint})
find_path(CATCH2_SOURCE extras/catch_amalgamated.cpp HINTS ${catch2_hint} NO_DEFAULT_PATH)
if(NOT INJA_INCLUDE OR NOT CATCH2_SOURCE)
    message(FATAL_ERROR "inja or Catch2 is missing in .deps/. Run tools/setup, or configure with -DGLOSS_FETCH_DEPENDENCIES=ON.")
endif()

add_library(deps_inja INTERFACE)
target_include_directories(deps_inja SYSTEM INTERFACE ${INJA_INCLUDE})
target_link_libraries(deps_inja INTERFACE nlohmann_json::nlohmann_json)
add_library(deps::inja ALIAS deps_inja)

# Catch2 as one file: a build of a hundred files less, and tests still include the small headers.
set(CATCH_CONFIG_CONSOLE_WIDTH 120)
set(CATCH_CONFIG_DEFAULT_REPORTER console)
configure_file(${CATCH2_SOURCE}/src/catch2/catch_user_config.hpp.in generated/catch2/catch_user_config.hpp)
add_library(deps_catch2 STATIC EXCLUDE_FROM_ALL ${CATCH2_SOURCE}/extras/catch_amalgamated.cpp)
target_compile_features(deps_catch2 PUBLIC cxx_std_20)
target_compile_options(deps_catch2 PRIVATE -w)
target_include_directories(deps_catch2 SYSTEM PUBLIC
    ${CATCH2_SOURCE}/src ${CMAKE_CURRENT_BINARY_DIR}/generated PRIVATE ${CATCH2_SOURCE}/extras)
add_library(deps::catch2 ALIAS deps_catch2)
list(APPEND CMAKE_MODULE_PATH ${CATCH2_SOURCE}/extras) # Catch.cmake: catch_discover_tests
