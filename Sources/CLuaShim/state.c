// States: made, ended, and what waits to be let go of.
#include "internal.h"

#include <stdlib.h>

const char mw_key_identity = 0, mw_key_references = 0, mw_key_classes = 0, mw_key_tokens = 0, mw_key_errors = 0,
           mw_key_loaded = 0, mw_key_entries = 0;

static int panic(lua_State *L) {
    (void)L;
    abort();
}

static void new_registry_table(lua_State *L, const void *key) {
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

static int prepare(lua_State *L) {
    new_registry_table(L, &mw_key_references);
    new_registry_table(L, &mw_key_loaded);
    new_registry_table(L, &mw_key_entries);
    mw_open_libraries(L);
    mw_open_coroutines(L);
    mw_open_objects(L);
    return 0;
}

mw_state *mw_new(mw_callbacks callbacks, int64_t instructions, size_t memory) {
    mw_state *state = calloc(1, sizeof(mw_state));
    if (!state) return NULL;
    state->callbacks = callbacks;
    state->instructions = instructions;
    state->memory = memory;
    state->no_fail = true;
    state->root.state = state;
    state->root.outermost = &state->root;
    state->root.budget = INT64_MAX;
    pthread_mutex_init(&state->dropped_lock, NULL);
    state->main = lua_newstate(mw_allocate, state);
    if (state->main) {
        lua_atpanic(state->main, panic);
        // Scripts mostly build what stays: collect when memory is four times what it was, or at the limit.
        lua_gc(state->main, LUA_GCINC, 400, 0, 0);
        mw_set_entry_of(state->main, &state->root);
        lua_pushcfunction(state->main, prepare);
        if (lua_pcall(state->main, 0, 0, 0) == LUA_OK) return state;
        mw_close(state);
    }
    mw_free(state);
    return NULL;
}

void mw_close(mw_state *state) {
    mw_lock(state);
    state->no_fail = true;
    state->running = NULL;
    lua_close(state->main);
    state->main = NULL;
    mw_unlock(state);
}

void mw_free(mw_state *state) {
    while (state->entries) {
        mw_entry *entry = state->entries;
        state->entries = entry->all;
        free(entry);
    }
    pthread_mutex_destroy(&state->dropped_lock);
    free(state->dropped);
    free(state->released);
    free(state);
}

size_t mw_memory_used(mw_state *state) {
    mw_lock(state);
    size_t used = state->used;
    mw_unlock(state);
    return used;
}

void **mw_take_released(mw_state *state, size_t *count) {
    void **objects = state->released;
    *count = state->released_count;
    if (!*count) return NULL;
    state->released = NULL;
    state->released_count = state->released_capacity = 0;
    return objects;
}

int mw_collect_object(lua_State *L) {
    mw_state *state = mw_entry_of(L)->state;
    mw_box *box = lua_touserdata(L, 1);
    if (!box || !box->object) return 0;
    if (state->released_count == state->released_capacity) {
        size_t capacity = state->released_capacity ? state->released_capacity * 2 : 64;
        void **larger = realloc(state->released, capacity * sizeof(void *));
        if (!larger) abort();
        state->released = larger;
        state->released_capacity = capacity;
    }
    state->released[state->released_count++] = box->object;
    box->object = NULL;
    return 0;
}

void mw_drop_reference(mw_state *state, int reference) {
    pthread_mutex_lock(&state->dropped_lock);
    if (state->dropped_count == state->dropped_capacity) {
        size_t capacity = state->dropped_capacity ? state->dropped_capacity * 2 : 64;
        int *larger = realloc(state->dropped, capacity * sizeof(int));
        if (!larger) abort();
        state->dropped = larger;
        state->dropped_capacity = capacity;
    }
    state->dropped[state->dropped_count++] = reference;
    pthread_mutex_unlock(&state->dropped_lock);
}
