#include "internal.h"

#include <stdlib.h>

/* Scripts are made of small blocks: these are cut from pages, and kept for blocks of the same size until the pool ends.
   Where memory is watched, every block is one of the system's, so that what goes wrong with it is seen. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WATCHED 1
#endif
#endif

#define GRAIN ((size_t)16)
#define PAGE ((size_t)32 << 10)

struct mw_page {
    _Alignas(16) mw_page *next;
};

bool mw_pool_serves(size_t size) {
#if DEBUG || defined(WATCHED)
    (void)size;
    return false;
#else
    return size - 1 < GRAIN * MW_POOL_SIZES;
#endif
}

static size_t class_of(size_t size) {
    return (size - 1) / GRAIN;
}

/* The rest of the former page is lost: it is smaller than the block. */
static bool add_page(mw_pool *pool) {
    mw_page *page = malloc(PAGE);
    if (!page) { return false; }
    page->next = pool->pages;
    pool->pages = page;
    pool->rest = (char *)(page + 1);
    pool->end = (char *)page + PAGE;
    return true;
}

/* NULL when the system has no more memory. */
void *mw_pool_take(mw_pool *pool, size_t size) {
    size_t class = class_of(size);
    mw_free_block *block = pool->free[class];
    if (block) {
        pool->free[class] = block->next;
        return block;
    }
    size_t needed = (class + 1) * GRAIN;
    if ((size_t)(pool->end - pool->rest) < needed && !add_page(pool)) { return NULL; }
    void *fresh = pool->rest;
    pool->rest += needed;
    return fresh;
}

void mw_pool_give(mw_pool *pool, void *block, size_t size) {
    size_t class = class_of(size);
    mw_free_block *freed = block;
    freed->next = pool->free[class];
    pool->free[class] = freed;
}

/* Whether a block of one size is as good as a block of another. */
bool mw_pool_fits(size_t size, size_t other) {
    return class_of(size) == class_of(other);
}

void mw_pool_end(mw_pool *pool) {
    while (pool->pages) {
        mw_page *page = pool->pages;
        pool->pages = page->next;
        free(page);
    }
}
