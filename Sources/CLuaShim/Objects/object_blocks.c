#include "../internal.h"

#include <stdalign.h>

/* The memory of the userdata of objects. Lua's allocator is called when one is freed, which is earlier than a finalizer would
   be, and cheaper. The address of such a block is half an alignment beyond that of any other block, which identifies it. */

/* Precedes the memory that Lua receives. */
struct mw_object_block {
    mw_object *object;
};

_Static_assert(MW_OBJECT_OFFSET >= sizeof(mw_object_block), "there is no room in front of an object");
_Static_assert(MW_OBJECT_OFFSET >= alignof(union { LUAI_MAXALIGN; }), "an object would not be aligned");

void *mw_make_object_block(mw_state *state, size_t size) {
    mw_object_block *block = mw_take_block(state, MW_OBJECT_OFFSET + size);
    if (!block) { return NULL; }
    state->objects.is_making_object = false;
    state->objects.made_block = block;
    block->object = NULL;
    return (char *)block + MW_OBJECT_OFFSET;
}

void mw_free_object_block(mw_state *state, void *memory, size_t size) {
    mw_object_block *block = (void *)((char *)memory - MW_OBJECT_OFFSET);
    if (block->object) { mw_object_freed(state, block->object); }
    mw_free_block(state, block, MW_OBJECT_OFFSET + size);
}

/* Pushes a userdata for which mw_object_freed is called when it is freed. */
mw_object *mw_new_object(lua_State *L) {
    mw_state *state = mw_entry_of(L)->state;
    state->objects.is_making_object = true;
    mw_object *object = lua_newuserdatauv(L, sizeof *object, 0);
    state->objects.made_block->object = object;
    return object;
}
