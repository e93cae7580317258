#include "site/render/markdown_arena.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace site::markdown {

namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 20, kept = std::size_t{8} << 20;
constexpr std::size_t header = 16; // the block's size, so that grow() knows what to copy; keeps blocks aligned

// cmark's allocator has no context argument: hence one arena a thread.
void* allocate_zeroed(std::size_t count, std::size_t size) { return Arena::here().allocate(count * size); }
void* reallocate(void* block, std::size_t size) { return Arena::here().grow(block, size); }
void release(void*) {}

}

Arena::~Arena()
{
    for (const Chunk& chunk : m_chunks)
        std::free(chunk.memory);
}

Arena& Arena::here()
{
    static thread_local Arena arena;
    return arena;
}

void* Arena::allocate(std::size_t size)
{
    const std::size_t whole = (size + header + 15) & ~std::size_t{15};
    while (m_chunk < m_chunks.size() && m_used + whole > m_chunks[m_chunk].size) {
        ++m_chunk;
        m_used = 0;
    }
    if (m_chunk == m_chunks.size()) {
        const std::size_t wanted = std::max(whole, chunk_size);
        char* memory = static_cast<char*>(std::malloc(wanted));
        if (!memory)
            std::abort(); // As cmark's own allocator does: no document is worth going on for.
        m_chunks.push_back({memory, wanted});
    }
    char* block = m_chunks[m_chunk].memory + m_used;
    m_used += whole;
    std::memcpy(block, &size, sizeof size);
    std::memset(block + header, 0, size);
    return block + header;
}

void* Arena::grow(void* block, std::size_t size)
{
    if (!block)
        return allocate(size);
    char* old = static_cast<char*>(block);
    std::size_t old_size = 0;
    std::memcpy(&old_size, old - header, sizeof old_size);
    if (size <= old_size)
        return block;
    // The last block grows where it is.
    const std::size_t old_whole = (old_size + header + 15) & ~std::size_t{15}, whole = (size + header + 15) & ~std::size_t{15};
    if (m_chunk < m_chunks.size()) {
        const Chunk& chunk = m_chunks[m_chunk];
        if (old - header + old_whole == chunk.memory + m_used && m_used - old_whole + whole <= chunk.size) {
            m_used += whole - old_whole;
            std::memcpy(old - header, &size, sizeof size);
            std::memset(old + old_size, 0, size - old_size);
            return block;
        }
    }
    void* bigger = allocate(size);
    std::memcpy(bigger, block, old_size);
    return bigger;
}

void Arena::clear()
{
    std::size_t total = 0;
    std::size_t keep = 0;
    while (keep < m_chunks.size() && (total += m_chunks[keep].size) <= kept)
        ++keep;
    for (std::size_t i = keep; i < m_chunks.size(); ++i)
        std::free(m_chunks[i].memory);
    m_chunks.resize(keep);
    m_chunk = m_used = 0;
}

cmark_node* Arena::parse(std::string_view text)
{
    static cmark_mem memory{allocate_zeroed, reallocate, release};
    clear();
    cmark_parser* parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &memory);
    cmark_parser_feed(parser, text.data(), text.size());
    return cmark_parser_finish(parser);
}

}
