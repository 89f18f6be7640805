#include "internal.h"

#include <time.h>

/* What the instructions between two looks may take together, in nanoseconds: many times what they do take. */
#define USUAL_TIME ((uint64_t)1000000)
/* Nanoseconds beyond that cost as much as one instruction. */
#define TIME_PER_UNIT 100

MW_JUMPED_OVER_BEGIN

/* What is raised when an entry is out of budget; scripts never see it. */
static char sentinel;

void mw_arm(lua_State *L, int count) {
    lua_sethook(L, mw_hook, LUA_MASKCOUNT, count);
}

/* Raises again whatever is on top; from now on every instruction raises. */
int mw_raise_dead(lua_State *L) {
    mw_arm(L, 1);
    return lua_error(L);
}

void mw_raise_if_dead(lua_State *L) {
    if (mw_entry_of(L)->outermost->dead) { mw_raise_dead(L); }
}

static void raise_sentinel(lua_State *L) {
    lua_pushlightuserdata(L, &sentinel);
    mw_raise_dead(L);
}

static int reason_of(const mw_entry *outermost) {
    return outermost->noticed ? MW_CANCELLED : MW_OUT_OF_BUDGET;
}

static void die(lua_State *L, mw_entry *entry, int reason) {
    mw_state *state = entry->state;
    entry->outermost->dead = reason;
    state->window = true;
    state->host.died(entry->host, L, reason);
    state->window = false;
}

/* Garbage is no debt: only what a full collection leaves counts. The collection itself is paid for. */
static void settle(lua_State *L, mw_entry *entry) {
    mw_state *state = entry->state;
    entry->outermost->budget -= (int64_t)(atomic_load_explicit(&state->used, memory_order_relaxed) / 128);
    state->window = true;
    lua_gc(L, LUA_GCCOLLECT);
    state->window = false;
    state->debt = false;
    bool is_over = mw_is_over_limit(state);
    state->is_overdue = false;
    if (is_over) { die(L, entry, MW_OUT_OF_MEMORY); }
}

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* A single instruction may compare, measure or read a text of megabytes. The clock on the wall is cheap and raises a suspicion;
   what this thread has really worked counts from the next look on. */
static void charge_time(mw_entry *entry) {
    uint64_t looked_before = entry->passage.looked_at, worked_before = entry->worked;
    entry->passage.looked_at = nanoseconds(CLOCK_MONOTONIC);
    entry->worked = 0;
    if (looked_before == 0 || entry->passage.looked_at - looked_before < USUAL_TIME) { return; }
    entry->worked = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
    if (worked_before == 0) { return; }
    uint64_t worked = entry->worked - worked_before;
    if (worked > USUAL_TIME) { entry->outermost->budget -= (int64_t)((worked - USUAL_TIME) / TIME_PER_UNIT); }
}

void mw_hook(lua_State *L, lua_Debug *activation) {
    (void)activation;
    mw_entry *entry = mw_entry_of(L);
    mw_entry *outermost = entry->outermost;
    mw_state *state = entry->state;
    int count = lua_gethookcount(L);
    outermost->budget -= count;
    charge_time(entry);
    if (state->faults) { mw_look_for_fault(entry); }
    if (!outermost->dead && state->debt) { settle(L, entry); }
    if (atomic_load_explicit(&outermost->cancelled, memory_order_relaxed)) { mw_notice_cancellation(entry); }
    if (!outermost->dead && outermost->budget <= 0) { die(L, entry, reason_of(outermost)); }
    if (outermost->dead) { raise_sentinel(L); }
    if (count != state->hook_count) { mw_arm(L, state->hook_count); }
}

/* A safe point within work that runs no instructions. Without it the debt could grow until a request is refused, and then Lua
   collects while it assigns, which releases before 5.4.8 get wrong for what is only held weakly. */
void mw_settle(lua_State *L) {
    mw_entry *entry = mw_entry_of(L);
    if (!entry->state->debt) { return; }
    if (!entry->outermost->dead) { settle(L, entry); }
    if (entry->outermost->dead) { raise_sentinel(L); }
}

/* Pays for work that a function of ours does without running instructions. */
void mw_charge(lua_State *L, uint64_t units) {
    mw_entry *entry = mw_entry_of(L);
    mw_entry *outermost = entry->outermost;
    if (entry->state->faults) { mw_look_for_fault(entry); }
    if (atomic_load_explicit(&outermost->cancelled, memory_order_relaxed)) { mw_notice_cancellation(entry); }
    if (!outermost->dead) {
        uint64_t left = outermost->budget > 0 ? (uint64_t)outermost->budget : 0;
        outermost->budget = units < left ? (int64_t)(left - units) : 0;
        if (outermost->budget > 0) { return; }
        die(L, entry, reason_of(outermost));
    }
    raise_sentinel(L);
}

MW_JUMPED_OVER_END
