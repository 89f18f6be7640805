#ifndef CLUASHIM_SMALL_BLOCKS_H
#define CLUASHIM_SMALL_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

/* The small blocks of one interpreter: nearly all strings, tables, and functions of Lua, which asks for and frees thousands at once.
   Blocks of the same size, rounded up, share a page. */

/* Sizes are rounded up to a multiple of this, which is also the alignment of the blocks. */
#define MW_GRAIN 16

/* The bytes of a page. */
#define MW_PAGE ((size_t)16 << 10)

/* The size of the largest small block. A checker of memory needs to see each block, so builds that one may use have no small ones. */
#if DEBUG
#define MW_SMALL 0
#elif defined(__SANITIZE_ADDRESS__)
#define MW_SMALL 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MW_SMALL 0
#endif
#endif
#ifndef MW_SMALL
#define MW_SMALL 256
#endif

typedef struct mw_page mw_page;

typedef struct mw_small_blocks {
    mw_page *with_room[MW_SMALL / MW_GRAIN + 1]; /* By size in grains: the pages that have a free block. */
    mw_page *spare;                              /* An empty page, for any size. */
    size_t page_count;
} mw_small_blocks;

/* The bytes of all pages, blocks that are free included. */
static inline size_t mw_page_bytes(const mw_small_blocks *blocks) {
    return blocks->page_count * MW_PAGE;
}

static inline bool mw_is_small(size_t size) {
    return size > 0 && size <= MW_SMALL;
}

static inline size_t mw_grains(size_t size) {
    return (size + MW_GRAIN - 1) / MW_GRAIN;
}

/* NULL if there is no memory for another page. */
void *mw_take_small_block(mw_small_blocks *blocks, size_t size);
void mw_free_small_block(mw_small_blocks *blocks, void *block);

/* All blocks have been freed. */
void mw_close_small_blocks(mw_small_blocks *blocks);

#endif
