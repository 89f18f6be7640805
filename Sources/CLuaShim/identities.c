#include "internal.h"

#include <stdlib.h>

/* Which userdata stands for an object. A weak table of Lua that is keyed by addresses would do, but what was collected stays in its
   chains until the table is laid out anew, which costs more than all else of handing over an object. So chains of ours lead from
   an identity to the userdata, and a weak list of Lua tells whether it is still there, and pushes it. */

enum { FEWEST_CHAINS = 64 };

static mw_object **chain_of(mw_state *state, const void *identity) {
    /* Addresses of objects are multiples of sixteen, and their upper bits are alike. */
    uint64_t hash = ((uint64_t)(uintptr_t)identity >> 4) * 0x9E3779B97F4A7C15;
    return &state->chains[(hash >> 32) & (state->chain_count - 1)];
}

static void link(mw_state *state, mw_object *object) {
    mw_object **chain = chain_of(state, object->identity);
    object->next = *chain;
    *chain = object;
}

/* Twice as many chains. What came later stays in front of what came earlier: each old chain is turned around first. */
static void spread(mw_state *state) {
    mw_object **before = state->chains;
    size_t count = state->chain_count;
    state->chain_count = count ? count * 2 : FEWEST_CHAINS;
    state->chains = calloc(state->chain_count, sizeof *state->chains);
    if (!state->chains) { abort(); }
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

static int new_place(mw_state *state) {
    if (state->free_place_count > 0) { return state->free_places[--state->free_place_count]; }
    return ++state->last_place;
}

/* From now on the userdata on top stands for the object of that identity. Needs two slots. */
void mw_remember(lua_State *L, mw_object *object, const void *identity) {
    mw_state *state = mw_entry_of(L)->state;
    if (state->known_count == state->chain_count) { spread(state); }
    state->known_count++;
    object->identity = identity;
    object->place = new_place(state);
    link(state, object);
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_OBJECTS);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, object->place);
    lua_pop(L, 1);
}

/* The object has another userdata from now on, or none. */
void mw_forget(mw_state *state, mw_object *object) {
    if (object->place == 0) { return; }
    mw_object **link = chain_of(state, object->identity);
    while (*link != object) { link = &(*link)->next; }
    *link = object->next;
    state->known_count--;
    size_t capacity = state->free_place_capacity;
    state->free_places = mw_grow(state->free_places, state->free_place_count, &capacity, sizeof(int));
    state->free_place_capacity = capacity;
    state->free_places[state->free_place_count++] = object->place;
    object->place = 0;
}

/* Pushes the userdata that stands for the object, if there is one. Needs two slots. */
mw_object *mw_recall(lua_State *L, const void *identity) {
    mw_state *state = mw_entry_of(L)->state;
    if (state->chain_count == 0) { return NULL; }
    mw_object *object = *chain_of(state, identity);
    while (object && object->identity != identity) { object = object->next; }
    if (!object) { return NULL; }
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_OBJECTS);
    /* Collected already, though it is not freed: there is none before it either. */
    if (lua_rawgeti(L, -1, object->place) == LUA_TNIL) {
        lua_pop(L, 2);
        return NULL;
    }
    lua_copy(L, -1, -2);
    lua_pop(L, 1);
    return object;
}

void mw_close_identities(mw_state *state) {
    free(state->chains);
    free(state->free_places);
}
