# cmake -DOUTPUT=x.cpp -DROOT=<checkout> -DHEADERS=a.h;b.h -P embed_headers.cmake
# Writes the text of the headers into a C++ file, so that an installed site can print them without the sources.
set(text "// Written by cmake/embed_headers.cmake.\n#include \"site/render/methods/engine_headers.h\"\n\n#include <array>\n\nnamespace site {\n\nnamespace {\n\nconstexpr EngineHeader headers[] = {\n")
foreach(header IN LISTS HEADERS)
    file(READ ${ROOT}/${header} content)
    string(APPEND text "    {\"${header}\", R\"header_text(${content})header_text\"},\n")
endforeach()
string(APPEND text "};\n\n}\n\nstd::span<const EngineHeader> engine_headers() { return headers; }\n\n}\n")
file(WRITE ${OUTPUT} "${text}")
