#pragma once
// Memory of one parse: cmark asks for thousands of small blocks and we drop them all at once.

#include <cmark.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace site::markdown {

/// Owns the tree that parse() gives; one for each thread is kept and used again, so a warm parse asks for no memory.
class Arena {
public:
    Arena() = default;
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// The document; valid until the next parse() or clear(). Never free it.
    cmark_node* parse(std::string_view text);
    /// Gives back what a large page took.
    void clear();

    void* allocate(std::size_t size);
    void* grow(void* block, std::size_t size);

    /// This thread's.
    static Arena& here();

private:
    struct Chunk {
        char* memory;
        std::size_t size;
    };
    std::vector<Chunk> m_chunks;
    std::size_t m_chunk = 0, m_used = 0; ///< where the next block comes from
};

}
