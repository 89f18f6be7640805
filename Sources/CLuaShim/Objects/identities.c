#include "../internal.h"

#include <stdlib.h>

/* Finds the userdata of an object. A weak Lua table with addresses as keys would be sufficient, but collected entries stay in
   its chains until the table is rehashed, which costs more than all other work of passing an object. So a hash table of the shim
   maps an identity to its userdata, and a weak Lua list knows whether that still exists, and pushes it. */

enum { FEWEST_CHAINS = 64 };

static mw_object **chain_of(mw_state *state, const void *identity) {
    /* Addresses of objects are multiples of sixteen, and their upper bits are mostly the same. */
    uint64_t hash = ((uint64_t)(uintptr_t)identity >> 4) * 0x9E3779B97F4A7C15;
    return &state->objects.chains[(hash >> 32) & (state->objects.chain_count - 1)];
}

static void link(mw_state *state, mw_object *object) {
    mw_object **chain = chain_of(state, object->identity);
    object->next = *chain;
    *chain = object;
}

/* Doubles the number of chains. Newer objects stay in front of older ones: each old chain is reversed first. */
static void spread(mw_state *state) {
    mw_object **before = state->objects.chains;
    size_t count = state->objects.chain_count;
    state->objects.chain_count = count ? count * 2 : FEWEST_CHAINS;
    state->objects.chains = calloc(state->objects.chain_count, sizeof *state->objects.chains);
    if (!state->objects.chains) { abort(); }
    for (size_t i = 0; i < count; i++) {
        mw_object *turned = NULL;
        for (mw_object *object = before[i], *next; object; object = next) {
            next = object->next;
            object->next = turned;
            turned = object;
        }
        for (mw_object *object = turned, *next; object; object = next) {
            next = object->next;
            link(state, object);
        }
    }
    free(before);
}

static int new_index(mw_state *state) {
    if (state->objects.free_index_count > 0) { return state->objects.free_indices[--state->objects.free_index_count]; }
    return ++state->objects.last_index;
}

/* Makes the userdata on top the one of the object with that identity. Needs 2 slots. */
void mw_remember(lua_State *L, mw_object *object, const void *identity) {
    mw_state *state = mw_entry_of(L)->state;
    if (state->objects.known_count == state->objects.chain_count) { spread(state); }
    state->objects.known_count++;
    object->identity = identity;
    object->index = new_index(state);
    link(state, object);
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_OBJECTS);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, object->index);
    lua_pop(L, 1);
}

/* The object has no userdata from now on, until it gets a new one. */
void mw_forget(mw_state *state, mw_object *object) {
    if (object->index == 0) { return; }
    mw_object **link = chain_of(state, object->identity);
    while (*link != object) { link = &(*link)->next; }
    *link = object->next;
    state->objects.known_count--;
    size_t capacity = state->objects.free_index_capacity;
    state->objects.free_indices = mw_grow(state->objects.free_indices, state->objects.free_index_count, &capacity, sizeof(int));
    state->objects.free_index_capacity = capacity;
    state->objects.free_indices[state->objects.free_index_count++] = object->index;
    object->index = 0;
}

/* Pushes the userdata of the object, if it has one. Needs 2 slots. */
mw_object *mw_recall(lua_State *L, const void *identity) {
    mw_state *state = mw_entry_of(L)->state;
    if (state->objects.chain_count == 0) { return NULL; }
    mw_object *object = *chain_of(state, identity);
    while (object && object->identity != identity) { object = object->next; }
    if (!object) { return NULL; }
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_OBJECTS);
    /* It was collected, though it is not freed yet, and so were all older ones. */
    if (lua_rawgeti(L, -1, object->index) == LUA_TNIL) {
        lua_pop(L, 2);
        return NULL;
    }
    lua_copy(L, -1, -2);
    lua_pop(L, 1);
    return object;
}

void mw_close_identities(mw_state *state) {
    free(state->objects.chains);
    free(state->objects.free_indices);
}
