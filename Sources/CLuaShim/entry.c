#include "internal.h"

#include <stdlib.h>

/* The innermost entry of this thread, of whatever interpreter. */
static _Thread_local mw_entry *current;

static mw_entry *innermost_of(mw_state *state) {
    mw_entry *entry = current;
    while (entry && entry->state != state) { entry = entry->below; }
    return entry;
}

/* Gives the entry a fresh coroutine, which the registry keeps. */
static void renew(mw_entry *entry) {
    mw_state *state = entry->state;
    lua_State *left = entry->thread;
    entry->thread = lua_newthread(state->main);
    if (left) { mw_set_entry(left, &state->buried); }
    if (state->running == left) { state->running = entry->thread; }
    if (entry->host) { state->host.renewed(entry->host, entry->thread); }
    mw_set_entry(entry->thread, entry);
    mw_arm(entry->thread, state->hook_count);
    lua_rawseti(state->main, LUA_REGISTRYINDEX, entry->slot);
}

__attribute__((noinline)) static mw_entry *make_entry(mw_state *state) {
    mw_entry *entry = calloc(1, sizeof *entry);
    if (!entry) { abort(); }
    entry->state = state;
    entry->passage.gate = &state->gate;
    lua_pushnil(state->main);
    entry->slot = mw_keep(state->main);
    renew(entry);
    entry->next_made = state->made;
    state->made = entry;
    return entry;
}

/* Forgets the values whose handles other threads dropped. */
__attribute__((noinline)) static void forget_dropped(mw_state *state) {
    mw_lock_take(&state->dropped_lock);
    for (size_t i = 0; i < state->dropped_count; i++) {
        lua_pushnil(state->main);
        lua_rawseti(state->main, LUA_REGISTRYINDEX, state->dropped[i]);
        state->free_slots = mw_grow(state->free_slots, state->free_count, &state->free_capacity, sizeof(int));
        state->free_slots[state->free_count++] = state->dropped[i];
    }
    state->dropped_count = 0;
    atomic_store_explicit(&state->has_dropped, false, memory_order_relaxed);
    mw_lock_give(&state->dropped_lock);
}

mw_entered mw_enter(mw_state *state) {
    if (!mw_has_stack(MW_ENTRY_STACK)) { return (mw_entered){NULL, NULL}; }
    mw_entry *below = innermost_of(state);
    bool nested = below && below->passage.user_depth == 0;
    if (!nested) { mw_gate_take(&state->gate); }
    if (atomic_load_explicit(&state->has_dropped, memory_order_relaxed)) { forget_dropped(state); }
    mw_entry *entry = state->idle;
    if (entry) {
        state->idle = entry->next_idle;
    } else {
        entry = make_entry(state);
    }
    entry->nested = nested;
    entry->passage.user_depth = 0;
    entry->dead = MW_OK;
    entry->budget = state->instructions;
    entry->spent = 0;
    entry->is_late = false;
    entry->passage.is_timed = false;
    entry->outermost = below ? below->outermost : entry;
    entry->below = current;
    current = entry;
    return (mw_entered){entry, entry->host};
}

/* Closes what the script left open, which may replace what it raised; that is then all that the thread holds. */
static void close_failed(mw_entry *entry) {
    lua_State *L = entry->thread;
    mw_tell_unwound(L, entry);
    entry->state->window = false;
    lua_resetthread(L);
    entry->state->window = true;
}

/* Runs the function under the arguments on the entry's thread; its results are all that the thread then holds. */
int mw_run(mw_entry *entry, int arguments) {
    MW_ASSERT_HELD(entry->state);
    mw_state *state = entry->state;
    lua_State *L = entry->thread;
    if (entry->outermost->dead) { return entry->outermost->dead; }
    if (state->debt) { mw_arm(L, 1); }
    state->running = L;
    state->window = false;
    mw_begin_time(entry);
    int results;
    int status = lua_resume(L, NULL, arguments, &results);
    while (status == LUA_YIELD && mw_take_pause(entry)) { status = lua_resume(L, NULL, 0, &results); }
    state->window = true;
    mw_end_time(entry);
    if (entry->outermost->dead) { return entry->outermost->dead; }
    if (status == LUA_OK) { return MW_OK; }
    if (status == LUA_YIELD) { return MW_SUSPENDED; }
    close_failed(entry);
    if (entry->outermost->dead) { return entry->outermost->dead; }
    if (status != LUA_ERRMEM) { return MW_FAILED; }
    return state->is_stack_full ? MW_STACK_FULL : MW_NO_MEMORY;
}

/* Pays for work of the host's; false when the budget is used up, which ends the entry at its next instruction. */
bool mw_spend(mw_entry *entry, int64_t units) {
    MW_ASSERT_HELD(entry->state);
    if (entry->state->faults) { mw_look_for_fault(entry); }
    mw_look_at_clock(entry);
    entry->outermost->budget -= units;
    return entry->outermost->budget > 0;
}

/* Whether this thread's stack has room for one more level of a value. */
bool mw_can_descend(void) {
    return mw_has_stack(MW_CONVERSION_STACK);
}

/* A thread out of budget is abandoned, for its hooks are off. */
static void clean(mw_entry *entry) {
    if (entry->outermost->dead) {
        renew(entry);
    } else {
        lua_settop(entry->thread, 0);
    }
}

/* Answers what is to be released now that the lock is free, or NULL. */
mw_released *mw_leave(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    mw_state *state = entry->state;
    clean(entry);
    if (entry->outermost == entry && (entry->dead || state->debt)) {
        lua_gc(state->main, LUA_GCCOLLECT);
        state->debt = mw_is_over_limit(state);
    }
    entry->next_idle = state->idle;
    state->idle = entry;
    current = entry->below;
    if (entry->nested) { return NULL; }
    if (atomic_load_explicit(&state->retired, memory_order_relaxed)) { mw_let_go(state); }
    mw_released *released = mw_take_released(state);
    mw_gate_leave(&state->gate);
    return released;
}

/* Gives the lock up with all as it is; answers what is to be released now, or NULL. */
mw_released *mw_suspend(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    mw_state *state = entry->state;
    state->suspended++;
    current = entry->below;
    mw_released *released = mw_take_released(state);
    mw_gate_leave(&state->gate);
    return released;
}

/* Takes the lock again, on whatever thread. */
void mw_go_on(mw_entry *entry) {
    mw_state *state = entry->state;
    mw_gate_take(&state->gate);
    state->suspended--;
    entry->awaiting = false;
    entry->below = current;
    current = entry;
}

mw_stack *mw_entry_thread(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    return entry->thread;
}

mw_passage *mw_entry_passage(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    return &entry->passage;
}

/* What the host keeps with the entry whose budget this one spends. */
void *mw_outermost_host(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    return entry->outermost->host;
}

void mw_entry_set_host(mw_entry *entry, void *host) {
    MW_ASSERT_HELD(entry->state);
    entry->host = host;
}

void mw_collect(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    lua_gc(entry->thread, LUA_GCCOLLECT);
}
