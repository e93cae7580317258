# Link `project_options` PRIVATE into every target of ours.
add_library(project_options INTERFACE)
target_compile_features(project_options INTERFACE cxx_std_20)
target_include_directories(project_options INTERFACE ${PROJECT_SOURCE_DIR}) # #include "engine/units/quantity.h"
target_compile_options(project_options INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    -ffp-contract=off # Native and WebAssembly must round alike.
)
if(EMSCRIPTEN)
    # tools/bench measures size and speed. GLOSS_FAST: targets of the lab, which sweeps thousands of scenarios.
    # -finline-functions: emcc turns that off at -Oz, and the linker cannot turn it on again.
    target_compile_options(project_options INTERFACE
        $<IF:$<BOOL:$<TARGET_PROPERTY:GLOSS_FAST>>,-O2,-Oz$<SEMICOLON>-flto$<SEMICOLON>-finline-functions>)
endif()

# Repeated builds of the same file (other preset, other checkout, CI) come from the cache.
find_program(CCACHE ccache)
if(CCACHE AND NOT EMSCRIPTEN AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
