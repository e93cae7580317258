#pragma once
// What Dear ImGui is compiled with, natively and for WebAssembly alike.

#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_FILE_FUNCTIONS        // settings and fonts come through memory
#define IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS
#define ImDrawIdx unsigned int              // a map of 10,000 cells has more corners than 16 bits count
#ifdef __EMSCRIPTEN__
#define IM_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap()) // assert() would print
#endif
