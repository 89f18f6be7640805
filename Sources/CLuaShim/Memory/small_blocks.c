#include "small_blocks.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

/* A page is aligned to its size, so that a block's address tells its page. What malloc stores in front of the next page is left out,
   so that pages can follow each other without a gap. */
enum { USABLE = MW_PAGE - 16 };

struct mw_page {
    mw_page *next, *previous; /* Of those of its size that have a free block. */
    void *free;               /* The last block that was freed; it begins with the address of the one before. */
    char *unused;             /* The blocks from here on have never been used. */
    uint32_t grains;          /* The size of its blocks. */
    uint16_t used, capacity;  /* How many blocks are in use, and how many there are. */
};

enum { HEADER = (sizeof(mw_page) + MW_GRAIN - 1) / MW_GRAIN * MW_GRAIN };

static mw_page *page_of(void *block) {
    return (mw_page *)((uintptr_t)block & ~(uintptr_t)(MW_PAGE - 1));
}

static void link_page(mw_small_blocks *blocks, mw_page *page) {
    mw_page *first = blocks->with_room[page->grains];
    page->previous = NULL;
    page->next = first;
    if (first) { first->previous = page; }
    blocks->with_room[page->grains] = page;
}

static void unlink_page(mw_small_blocks *blocks, mw_page *page) {
    if (page->next) { page->next->previous = page->previous; }
    if (page->previous) {
        page->previous->next = page->next;
    } else {
        blocks->with_room[page->grains] = page->next;
    }
}

static mw_page *add_page(mw_small_blocks *blocks, size_t grains) {
    void *memory = blocks->spare;
    blocks->spare = NULL;
    if (!memory) {
        if (posix_memalign(&memory, MW_PAGE, USABLE) != 0) { return NULL; }
        blocks->page_count++;
    }
    mw_page *page = memory;
    page->free = NULL;
    page->unused = (char *)page + HEADER;
    page->grains = (uint32_t)grains;
    page->used = 0;
    page->capacity = (uint16_t)((USABLE - HEADER) / (grains * MW_GRAIN));
    link_page(blocks, page);
    return page;
}

void *mw_take_small_block(mw_small_blocks *blocks, size_t size) {
    size_t grains = mw_grains(size);
    mw_page *page = blocks->with_room[grains];
    if (!page && !(page = add_page(blocks, grains))) { return NULL; }
    void *block = page->free;
    if (block) {
        page->free = *(void **)block;
    } else {
        block = page->unused;
        page->unused += grains * MW_GRAIN;
    }
    if (++page->used == page->capacity) { unlink_page(blocks, page); }
    return block;
}

void mw_free_small_block(mw_small_blocks *blocks, void *block) {
    mw_page *page = page_of(block);
    *(void **)block = page->free;
    page->free = block;
    if (page->used-- == page->capacity) { link_page(blocks, page); }
    if (page->used > 0) { return; }
    unlink_page(blocks, page);
    if (blocks->spare) {
        free(page);
        blocks->page_count--;
    } else {
        blocks->spare = page;
    }
}

void mw_close_small_blocks(mw_small_blocks *blocks) {
    for (size_t grains = 0; grains <= mw_grains(MW_SMALL); grains++) { assert(!blocks->with_room[grains]); }
    free(blocks->spare);
}
