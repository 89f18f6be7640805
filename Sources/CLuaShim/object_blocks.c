#include "internal.h"

#include <stdalign.h>
#include <stdlib.h>

/* Where the userdata of objects lie. Lua tells its allocator when it frees one, which is sooner than it would call a finalizer, and
   cheaper. Such a block begins half an alignment further on than any other does, so its own address tells what it is. */

/* What lies in front of what Lua gets. */
struct mw_object_block {
    union {
        mw_object *object;
        mw_object_block *next; /* Of those that are free. */
    };
};

_Static_assert(MW_OBJECT_OFFSET >= sizeof(mw_object_block), "there is no room in front of an object");
_Static_assert(MW_OBJECT_OFFSET >= alignof(union { LUAI_MAXALIGN; }), "an object would not be aligned");

/* So many are kept for the next objects: those of a round of the collector come back all at once. */
enum { MOST_FREE = 4096 };

static mw_object_block *take_free(mw_state *state) {
    mw_object_block *block = state->free_blocks;
    if (block) {
        state->free_blocks = block->next;
        state->free_block_count--;
    }
    return block;
}

/* All of them are equally large. */
void *mw_make_object_block(mw_state *state, size_t size) {
    mw_object_block *block = take_free(state);
    if (!block) { block = malloc(MW_OBJECT_OFFSET + size); }
    if (!block) { return NULL; }
    state->is_making_object = false;
    state->made_block = block;
    block->object = NULL;
    return (char *)block + MW_OBJECT_OFFSET;
}

void mw_free_object_block(mw_state *state, void *memory) {
    mw_object_block *block = (void *)((char *)memory - MW_OBJECT_OFFSET);
    if (block->object) { mw_lose_object(state, block->object); }
    if (state->free_block_count == MOST_FREE) {
        free(block);
        return;
    }
    block->next = state->free_blocks;
    state->free_blocks = block;
    state->free_block_count++;
}

/* A userdata that ends in mw_lose_object. */
mw_object *mw_new_object(lua_State *L) {
    mw_state *state = mw_entry_of(L)->state;
    state->is_making_object = true;
    mw_object *object = lua_newuserdatauv(L, sizeof *object, 0);
    state->made_block->object = object;
    return object;
}

void mw_close_object_blocks(mw_state *state) {
    for (mw_object_block *block; (block = take_free(state));) { free(block); }
}
