#include "internal.h"

#include <stdlib.h>

MW_MAY_LONGJMP_BEGIN

static void new_weak_table(lua_State *L) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
}

/* Lua creates these strings outside of protected calls. As long as they are kept, it finds them without allocating. */
static void keep_messages(lua_State *L) {
    static const char *const messages[] = {
        "error in error handling",
        "C stack overflow",
        "cannot resume dead coroutine",
        "cannot resume non-suspended coroutine",
    };
    lua_newtable(L);
    for (int i = 0; i < (int)(sizeof messages / sizeof *messages); i++) {
        lua_pushstring(L, messages[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_rawseti(L, LUA_REGISTRYINDEX, MW_REGISTRY_MESSAGES);
}

static int set_up(lua_State *L) {
    const mw_profile *profile = lua_touserdata(L, 1);
    lua_settop(L, 0);
    mw_hide_concatenation(L);
    keep_messages(L);
    new_weak_table(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, MW_REGISTRY_OBJECTS);
    new_weak_table(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, MW_REGISTRY_TABLE);
    new_weak_table(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, MW_REGISTRY_UNWOUND);
    lua_newtable(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, MW_REGISTRY_LOADED);
    lua_newtable(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, MW_REGISTRY_TOKENS);
    lua_newtable(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, MW_REGISTRY_KEYS);
    lua_newtable(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, MW_REGISTRY_LIST_MARK);
    mw_open_libraries(L, profile);
    return 0;
}

MW_MAY_LONGJMP_END

static bool prepare(mw_state *state, const mw_profile *profile) {
    state->entries.main.state = state;
    state->entries.main.outermost = &state->entries.main;
    state->entries.main.budget = INT64_MAX;
    state->entries.abandoned.state = state;
    state->entries.abandoned.outermost = &state->entries.abandoned;
    mw_set_entry(state->main, &state->entries.main);
    state->running = state->main;
    lua_pushcfunction(state->main, set_up);
    lua_pushlightuserdata(state->main, (void *)profile);
    bool ready = lua_pcall(state->main, 1, 0, 0) == LUA_OK;
    lua_settop(state->main, 0);
    return ready;
}

/* Where no signal can interrupt a script, a deadline is enforced by the hook. */
static void limit_work(mw_state *state) {
    mw_limits *limits = &state->limits;
    if (limits->budget != MW_EXACT) { limits->instructions = MW_ANY_NUMBER; }
    state->hook_count = limits->instructions < MW_HOOK_COUNT ? (int)limits->instructions : MW_HOOK_COUNT;
    if (limits->budget == MW_EXACT) { return; }
    if (mw_open_alarms()) {
        state->hook_count = 0;
    } else if (limits->budget == MW_DEADLINE) {
        limits->budget = MW_EXACT;
    }
}

/* Until the end of this function no host runs, so that an allocation may be refused. */
mw_state *mw_open(mw_host host, const mw_profile *profile, const mw_limits *limits, mw_faults *faults) {
    /* Found here, so that the first script does not wait for it. */
    mw_concatenation_is_broken();
    mw_state *state = calloc(1, sizeof *state);
    if (!state) { return NULL; }
    state->host = host;
    state->faults.plan = faults;
    state->limits.budget = limits->budget;
    state->limits.instructions = limits->instructions > 0 ? limits->instructions : 1;
    state->limits.time = limits->time;
    limit_work(state);
    if (faults && mw_faults_every_instruction(faults)) { state->hook_count = 1; }
    state->always_reads_clock = state->hook_count > 0 && state->hook_count < MW_HOOK_COUNT;
    state->limits.memory = SIZE_MAX;
    state->limits.source = limits->source;
    state->slots.next = MW_REGISTRY_FIRST;
    mw_gate_open(&state->gate, &state->lock);
    state->entries.main.boundary.gate = &state->gate;
    state->main = lua_newstate(faults ? mw_allocate_or_fail : mw_allocate, state);
    if (state->main) { mw_collect_often(state); }
    if (!state->main || !prepare(state, profile)) {
        mw_free_released(mw_close(state));
        return NULL;
    }
    state->in_host = true;
    state->limits.memory = limits->memory;
    return state;
}

mw_released *mw_close(mw_state *state) {
    state->in_host = true;
    if (state->main) { lua_close(state->main); }
    mw_released *released = mw_close_released(state);
    while (state->entries.all) {
        mw_entry *entry = state->entries.all;
        state->entries.all = entry->next_made;
        free(entry);
    }
    mw_close_identities(state);
    mw_close_small_blocks(&state->memory.small);
    free(state->slots.dropped);
    free(state->slots.free);
    free(state);
    return released;
}

void *mw_next_host(mw_state *state, mw_entry **cursor) {
    *cursor = *cursor ? (*cursor)->next_made : state->entries.all;
    return *cursor ? (*cursor)->host : NULL;
}

size_t mw_memory_in_use(mw_state *state) {
    return atomic_load_explicit(&state->memory.used, memory_order_relaxed);
}

size_t mw_peak_memory(mw_state *state) {
    return atomic_load_explicit(&state->memory.peak, memory_order_relaxed);
}

int mw_keep(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_state *state = mw_entry_of(L)->state;
    int slot = state->slots.free_count > 0 ? state->slots.free[--state->slots.free_count] : state->slots.next++;
    lua_rawseti(L, LUA_REGISTRYINDEX, slot);
    return slot;
}

void mw_push_kept(mw_stack *L, int slot) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_rawgeti(L, LUA_REGISTRYINDEX, slot);
}

void mw_release_kept(mw_state *state, int slot) {
    mw_lock_take(&state->slots.lock);
    state->slots.dropped = mw_grow(state->slots.dropped, state->slots.dropped_count, &state->slots.dropped_capacity, sizeof(int));
    state->slots.dropped[state->slots.dropped_count++] = slot;
    atomic_store_explicit(&state->slots.has_dropped, true, memory_order_relaxed);
    mw_lock_give(&state->slots.lock);
}
