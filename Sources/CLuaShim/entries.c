// Entries: each runs on its own coroutine from a pool, so that threads may interleave while Swift code runs.
#include "internal.h"

#include <stdlib.h>

// The innermost entry of this thread, of whichever state.
static _Thread_local mw_entry *innermost;

static void unreference_dropped(mw_state *state) {
    pthread_mutex_lock(&state->dropped_lock);
    if (state->dropped_count) {
        lua_rawgetp(state->main, LUA_REGISTRYINDEX, &mw_key_references);
        for (size_t index = 0; index < state->dropped_count; index++) {
            luaL_unref(state->main, -1, state->dropped[index]);
        }
        lua_pop(state->main, 1);
        state->dropped_count = 0;
    }
    pthread_mutex_unlock(&state->dropped_lock);
}

static mw_entry *new_entry(mw_state *state) {
    mw_entry *entry = calloc(1, sizeof(mw_entry));
    if (!entry) abort();
    entry->state = state;
    entry->all = state->entries;
    state->entries = entry;
    return entry;
}

// A fresh coroutine for the entry, anchored for as long as it serves.
static void renew(mw_entry *entry) {
    lua_State *L = entry->state->main;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &mw_key_entries);
    entry->thread = lua_newthread(L);
    lua_rawsetp(L, -2, entry);
    lua_pop(L, 1);
    mw_set_entry_of(entry->thread, entry);
}

static mw_entry *outermost_of(mw_state *state, mw_entry *entry) {
    for (mw_entry *around = innermost; around; around = around->parent) {
        if (around->state == state) return around->outermost;
    }
    return entry;
}

mw_entry *mw_enter(mw_state *state) {
    mw_lock(state);
    state->no_fail = true;
    unreference_dropped(state);
    mw_entry *entry = state->idle;
    if (entry) state->idle = entry->free; else entry = new_entry(state);
    if (!entry->thread) renew(entry);
    entry->outermost = outermost_of(state, entry);
    entry->parent = innermost;
    innermost = entry;
    if (entry->outermost == entry) {
        entry->death = MW_ALIVE;
        entry->budget = state->instructions;
    }
    state->running = entry->thread;
    return entry;
}

void mw_leave(mw_entry *entry) {
    mw_state *state = entry->state;
    state->no_fail = true;
    if (entry->thread) lua_settop(entry->thread, 0);
    if (state->over_memory) {
        lua_gc(state->main, LUA_GCCOLLECT);
        state->over_memory = state->used > state->memory;
    }
    innermost = entry->parent;
    entry->free = state->idle;
    state->idle = entry;
    state->running = NULL;
    mw_unlock(state);
}

int mw_run(mw_entry *entry, int arguments, int *results) {
    lua_State *L = entry->thread;
    MW_OWNED(L);
    mw_state *state = entry->state;
    mw_arm(L);
    state->running = L;
    state->no_fail = false;
    int status = lua_resume(L, NULL, arguments, results);
    state->no_fail = true;
    state->running = L;
    if (status == LUA_OK) return MW_OK;
    *results = 1;
    return status == LUA_ERRMEM ? MW_MEMORY : status == LUA_ERRSYNTAX ? MW_SYNTAX : MW_FAILED;
}

int mw_cause_of_death(mw_entry *entry, const char **source, int *line) {
    *source = entry->outermost->source;
    *line = entry->outermost->line;
    return entry->outermost->death;
}

// Lets go of a coroutine that failed: its pending `__close` run within the budget, or not at all once that is spent.
void mw_retire(mw_entry *entry) {
    lua_State *L = entry->thread;
    mw_state *state = entry->state;
    if (entry->outermost->death == MW_ALIVE) {
        state->no_fail = false;
        mw_arm(L);
        lua_resetthread(L);
        state->no_fail = true;
        if (entry->outermost->death == MW_ALIVE) return;
    }
    lua_rawgetp(state->main, LUA_REGISTRYINDEX, &mw_key_entries);
    lua_pushnil(state->main);
    lua_rawsetp(state->main, -2, entry);
    lua_pop(state->main, 1);
    entry->thread = NULL;
}

mw_thread *mw_entry_thread(mw_entry *entry) { return entry->thread; }
void *mw_entry_context(mw_entry *entry) { return entry->context; }
void mw_set_entry_context(mw_entry *entry, void *context) { entry->context = context; }
mw_entry *mw_all_entries(mw_state *state) { return state->entries; }
mw_entry *mw_next_entry(mw_entry *entry) { return entry->all; }

void mw_suspend(mw_thread *L) {
    MW_OWNED(L);
    mw_state *state = mw_entry_of(L)->state;
    state->running = NULL;
    mw_unlock(state);
}

void mw_resume(mw_thread *L) {
    mw_state *state = mw_entry_of(L)->state;
    mw_lock(state);
    state->no_fail = true;
    state->running = L;
}
