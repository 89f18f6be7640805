// Budgets: instructions for each outermost entry, memory for the state, stack for the thread.
#define _GNU_SOURCE
#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum { MW_INTERVAL = 1000 };
// Beyond so many times the limit an allocation is refused, when a refusal can be raised.
enum { MW_HARD = 4 };

const char mw_dead = 0;

void *mw_allocate(void *context, void *block, size_t old_size, size_t new_size) {
    mw_state *state = context;
    size_t old = block ? old_size : 0;
    if (new_size == 0) {
        free(block);
        state->used -= old;
        return NULL;
    }
    size_t used = state->used - old + new_size;
    if (new_size > old && used > state->memory) {
        if (!state->no_fail && (used / MW_HARD > state->memory || new_size > SIZE_MAX / 2)) return NULL;
        if (!state->over_memory) {
            state->over_memory = true;
            // The next instruction raises; while Swift is on top, the way back into Lua does.
            if (!state->no_fail && state->running) lua_sethook(state->running, mw_hook, LUA_MASKCOUNT, 1);
        }
    }
    void *fresh = realloc(block, new_size);
    if (!fresh) {
        if (state->no_fail) abort();
        return NULL;
    }
    state->used = used;
    return fresh;
}

bool mw_is_dead(lua_State *L) {
    return mw_entry_of(L)->outermost->death != MW_ALIVE;
}

int mw_raise_dead(lua_State *L) {
    lua_sethook(L, mw_hook, LUA_MASKCOUNT, 1);
    lua_pushlightuserdata(L, (void *)&mw_dead);
    return lua_error(L);
}

// Remembers why and where, for the error that Swift throws.
static void die(lua_State *L, int cause) {
    mw_entry *entry = mw_entry_of(L)->outermost;
    entry->death = cause;
    lua_Debug activation;
    entry->source[0] = 0;
    entry->line = -1;
    for (int level = 0; lua_getstack(L, level, &activation); level++) {
        lua_getinfo(L, "Sl", &activation);
        if (activation.currentline < 0) continue;
        const char *source = activation.source;
        strncpy(entry->source, *source == '@' ? source + 1 : source, MW_SOURCE_SIZE - 1);
        entry->source[MW_SOURCE_SIZE - 1] = 0;
        entry->line = activation.currentline;
        return;
    }
}

void mw_arm(lua_State *L) {
    mw_state *state = mw_entry_of(L)->state;
    lua_sethook(L, mw_hook, LUA_MASKCOUNT, state->over_memory || mw_is_dead(L) ? 1 : MW_INTERVAL);
}

// True when the state is within its limit again after a collection, which costs the script what it costs us.
static bool relieve(lua_State *L) {
    mw_state *state = mw_entry_of(L)->state;
    lua_gc(L, LUA_GCCOLLECT);
    mw_entry_of(L)->outermost->budget -= (int64_t)(state->memory / 64);
    state->over_memory = state->used > state->memory;
    return !state->over_memory;
}

void mw_hook(lua_State *L, lua_Debug *activation) {
    (void)activation;
    mw_entry *entry = mw_entry_of(L)->outermost;
    mw_state *state = entry->state;
    if (entry->death == MW_ALIVE) {
        entry->budget -= lua_gethookcount(L);
        if (state->over_memory && !relieve(L)) {
            die(L, MW_OVER_MEMORY);
        } else if (entry->budget > 0) {
            mw_arm(L);
            return;
        } else {
            die(L, MW_OVER_BUDGET);
        }
    }
    mw_raise_dead(L);
}

void mw_charge(lua_State *L, int64_t instructions) {
    mw_entry *entry = mw_entry_of(L)->outermost;
    entry->budget -= instructions;
    if (entry->budget > 0) return;
    if (entry->death == MW_ALIVE) die(L, MW_OVER_BUDGET);
    mw_raise_dead(L);
}

void mw_check_memory(lua_State *L) {
    mw_state *state = mw_entry_of(L)->state;
    if (!state->over_memory || relieve(L)) return;
    die(L, MW_OVER_MEMORY);
    mw_raise_dead(L);
}

size_t mw_stack_left(void) {
    static _Thread_local uintptr_t lowest;
    char here;
    if (!lowest) {
#if defined(__APPLE__)
        lowest = (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - pthread_get_stacksize_np(pthread_self());
#else
        pthread_attr_t attributes;
        void *address = NULL;
        size_t size = 0;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0) return SIZE_MAX;
        pthread_attr_getstack(&attributes, &address, &size);
        pthread_attr_destroy(&attributes);
        lowest = (uintptr_t)address;
#endif
    }
    uintptr_t position = (uintptr_t)&here;
    return position > lowest ? position - lowest : 0;
}
