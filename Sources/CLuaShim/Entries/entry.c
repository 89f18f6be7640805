#include "../internal.h"

#include <stdlib.h>

_Thread_local mw_entry *mw_current;

static mw_entry *innermost_of(mw_state *state) {
    mw_entry *entry = mw_current;
    while (entry && entry->state != state) { entry = entry->below; }
    return entry;
}

/* The innermost entry of this thread in an interpreter of that family. */
static mw_entry *innermost_of_family(uint64_t family) {
    mw_entry *entry = mw_current;
    while (entry && entry->state->family != family) { entry = entry->below; }
    return entry;
}

void *mw_innermost_host_of(uint64_t family) {
    mw_entry *entry = innermost_of_family(family);
    return entry ? entry->host : NULL;
}

/* The entry whose budget a new entry spends; NULL for its own. */
static mw_entry *outermost_of(mw_state *state, mw_entry *below) {
    if (!below && state->family) { below = innermost_of_family(state->family); }
    return below ? below->outermost : NULL;
}

/* What a signal handler may find of an entry is complete before the entry becomes the current one. */
static void make_current(mw_entry *entry) {
    atomic_signal_fence(memory_order_seq_cst);
    mw_current = entry;
    atomic_signal_fence(memory_order_seq_cst);
}

MW_MAY_LONGJMP_BEGIN

/* Called by a signal handler: makes the next instruction of each entry of this thread run the hook. While code of the application
   runs, another thread may be inside; the hook is then set when that code returns. Returns whether the signal is to be sent again
   until the hook has run. Everything that this reads belongs to this thread. */
bool mw_ring(void) {
    for (mw_entry *entry = mw_current; entry; entry = entry->below) {
        atomic_store_explicit(&entry->outermost->alarm.is_due, true, memory_order_relaxed);
    }
    if (!mw_current || mw_current->boundary.user_depth > 0) { return false; }
    mw_arm_again(mw_current->innermost ? mw_current->innermost->coroutine : mw_current->thread);
    return true;
}

MW_MAY_LONGJMP_END

/* Gives the entry a new Lua thread, which the registry keeps. */
static void renew(mw_entry *entry) {
    mw_state *state = entry->state;
    lua_State *left = entry->thread;
    entry->thread = lua_newthread(state->main);
    if (left) { mw_set_entry(left, &state->entries.abandoned); }
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
    entry->boundary.gate = &state->gate;
    lua_pushnil(state->main);
    entry->slot = mw_keep(state->main);
    renew(entry);
    entry->next_made = state->entries.all;
    state->entries.all = entry;
    return entry;
}

/* Removes the values whose slots were released. */
__attribute__((noinline)) static void forget_dropped(mw_state *state) {
    mw_lock_take(&state->slots.lock);
    for (size_t i = 0; i < state->slots.dropped_count; i++) {
        lua_pushnil(state->main);
        lua_rawseti(state->main, LUA_REGISTRYINDEX, state->slots.dropped[i]);
        state->slots.free = mw_grow(state->slots.free, state->slots.free_count, &state->slots.free_capacity, sizeof(int));
        state->slots.free[state->slots.free_count++] = state->slots.dropped[i];
    }
    state->slots.dropped_count = 0;
    atomic_store_explicit(&state->slots.has_dropped, false, memory_order_relaxed);
    mw_lock_give(&state->slots.lock);
}

mw_entered mw_enter(mw_state *state) {
    if (!mw_has_stack(MW_ENTRY_STACK)) { return (mw_entered){NULL, NULL}; }
    mw_entry *below = innermost_of(state);
    bool nested = below && below->boundary.user_depth == 0;
    if (!nested) { mw_gate_take(&state->gate); }
    if (atomic_load_explicit(&state->slots.has_dropped, memory_order_relaxed)) { forget_dropped(state); }
    mw_entry *entry = state->entries.idle;
    if (entry) {
        state->entries.idle = entry->next_idle;
    } else {
        entry = make_entry(state);
    }
    entry->nested = nested;
    entry->boundary.user_depth = 0;
    entry->ended = MW_OK;
    entry->budget = state->limits.instructions;
    entry->time.spent = 0;
    entry->time.is_used_up = false;
    entry->boundary.is_timed = false;
    entry->boundary.measured_calls = 0;
    mw_entry *outermost = outermost_of(state, below);
    entry->outermost = outermost ? outermost : entry;
    entry->below = mw_current;
    atomic_store_explicit(&entry->alarm.is_due, false, memory_order_relaxed);
    make_current(entry);
    if (state->limits.budget == MW_DEADLINE && entry->outermost == entry) { mw_begin_alarm(entry); }
    return (mw_entered){entry, entry->host};
}

/* Closes what the script left open, which may replace the error value; that is then all that the stack holds. */
static void close_failed(mw_entry *entry) {
    lua_State *L = entry->thread;
    mw_report_unwound(L, entry);
    entry->state->in_host = false;
    lua_resetthread(L);
    entry->state->in_host = true;
}

int mw_run(mw_entry *entry, int arguments) {
    MW_ASSERT_HELD(entry->state);
    mw_state *state = entry->state;
    lua_State *L = entry->thread;
    if (entry->outermost->ended) { return entry->outermost->ended; }
    if (mw_needs_hook(entry)) { mw_arm_again(L); }
    state->running = L;
    state->in_host = false;
    mw_begin_time(entry);
    int results;
    int status = lua_resume(L, NULL, arguments, &results);
    while (status == LUA_YIELD && mw_take_pause(entry)) { status = lua_resume(L, NULL, 0, &results); }
    state->in_host = true;
    mw_end_time(entry);
    if (entry->outermost->ended) { return entry->outermost->ended; }
    if (status == LUA_OK) { return MW_OK; }
    if (status == LUA_YIELD) { return MW_SUSPENDED; }
    close_failed(entry);
    if (entry->outermost->ended) { return entry->outermost->ended; }
    if (status != LUA_ERRMEM) { return MW_FAILED; }
    return state->memory.is_stack_full ? MW_STACK_FULL : MW_NO_MEMORY;
}

bool mw_spend(mw_entry *entry, int64_t units) {
    MW_ASSERT_HELD(entry->state);
    if (entry->state->faults.plan) { mw_check_fault(entry); }
    mw_check_clock(entry);
    int64_t left = entry->outermost->budget;
    entry->outermost->budget = units < left ? left - units : 0;
    return entry->outermost->budget > 0;
}

int64_t mw_budget(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    return entry->outermost->budget;
}

bool mw_can_descend(void) {
    return mw_has_stack(MW_CONVERSION_STACK);
}

/* A thread out of budget is abandoned, because its hooks are off. */
static void clean(mw_entry *entry) {
    if (entry->outermost->ended) {
        renew(entry);
    } else {
        lua_settop(entry->thread, 0);
    }
}

mw_released *mw_leave(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    mw_state *state = entry->state;
    if (entry->alarm.thread) { mw_end_alarm(entry); }
    clean(entry);
    if (entry->outermost == entry && (entry->ended || state->memory.debt)) {
        lua_gc(state->main, LUA_GCCOLLECT);
        state->memory.debt = mw_is_over_limit(state);
    }
    entry->next_idle = state->entries.idle;
    state->entries.idle = entry;
    make_current(entry->below);
    if (entry->nested) { return NULL; }
    if (atomic_load_explicit(&state->objects.are_retired, memory_order_relaxed)) { mw_weaken_objects(state); }
    mw_released *released = mw_take_released(state);
    mw_gate_leave(&state->gate);
    return released;
}

mw_released *mw_suspend(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    mw_state *state = entry->state;
    state->entries.suspended_count++;
    if (entry->alarm.thread) { mw_end_alarm(entry); }
    make_current(entry->below);
    mw_released *released = mw_take_released(state);
    mw_gate_leave(&state->gate);
    return released;
}

void mw_resume_entry(mw_entry *entry) {
    mw_state *state = entry->state;
    mw_gate_take(&state->gate);
    state->entries.suspended_count--;
    entry->async.is_awaiting = false;
    entry->below = mw_current;
    make_current(entry);
    if (state->hook_count == 0) { mw_begin_alarm(entry); }
}

mw_stack *mw_entry_thread(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    return entry->thread;
}

mw_boundary *mw_entry_boundary(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    return &entry->boundary;
}

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
