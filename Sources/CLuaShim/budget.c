#include "internal.h"

/* Work between two looks at the clock: a charge, and a turn of a loop. */
enum { LOOK_AFTER = 64, WORK_OF_CHARGE = 8, WORK_OF_TURN = 1 };

MW_JUMPED_OVER_BEGIN

/* What is raised when an entry is out of budget; scripts never see it. */
static char sentinel;

/* Setting a hook goes through all calls in progress, so it is set only where it changes. */
void mw_arm(lua_State *L, int count) {
    if (lua_gethookcount(L) != count) { lua_sethook(L, mw_hook, LUA_MASKCOUNT, count); }
}

/* Leaves a thread whose entry is dead. Where it can, it yields and is never resumed: that takes the same time however many protected
   calls and variables to be closed are in progress. An error would go through all of them, and Lua looks at the whole stack
   at each. Between two places that cannot yield there are at most two hundred protected calls. */
int mw_leave_dead(lua_State *L) {
    mw_arm(L, 1);
    return lua_isyieldable(L) ? lua_yieldk(L, 0, 0, NULL) : lua_error(L);
}

/* The same, without an error of the host's on top. */
int mw_raise_dead(lua_State *L) {
    lua_pushlightuserdata(L, &sentinel);
    return mw_leave_dead(L);
}

static int reason_of(const mw_entry *outermost) {
    if (outermost->noticed) { return MW_CANCELLED; }
    return outermost->is_late ? MW_OUT_OF_TIME : MW_OUT_OF_BUDGET;
}

static void die(lua_State *L, mw_entry *entry, int reason) {
    mw_state *state = entry->state;
    entry->outermost->dead = reason;
    state->window = true;
    state->is_reporting = true;
    state->host.died(entry->host, L, reason);
    state->is_reporting = false;
    state->window = false;
}

static int64_t collection_cost(mw_state *state) {
    return (int64_t)(atomic_load_explicit(&state->used, memory_order_relaxed) / 128);
}

/* Garbage is no debt: only what a full collection leaves counts. The collection itself is paid for. */
static void settle(lua_State *L, mw_entry *entry) {
    mw_state *state = entry->state;
    entry->outermost->budget -= collection_cost(state);
    state->window = true;
    lua_gc(L, LUA_GCCOLLECT);
    state->window = false;
    state->debt = false;
    bool is_over = mw_is_over_limit(state);
    state->is_overdue = false;
    if (is_over) { die(L, entry, MW_OUT_OF_MEMORY); }
}

/* The clock is cheap, but not so cheap that each small piece of work could ask it. */
static void look_now_and_then(mw_entry *entry, int work) {
    mw_entry *outermost = entry->outermost;
    outermost->until_look -= work;
    if (outermost->until_look > 0 && !entry->passage.is_timed && entry->state->hook_count == MW_HOOK_COUNT) { return; }
    outermost->until_look = LOOK_AFTER;
    mw_look_at_clock(entry);
}

void mw_hook(lua_State *L, lua_Debug *activation) {
    (void)activation;
    mw_entry *entry = mw_entry_of(L);
    mw_entry *outermost = entry->outermost;
    mw_state *state = entry->state;
    int count = lua_gethookcount(L);
    outermost->budget -= count;
    mw_look_at_clock(entry);
    if (state->faults) { mw_look_for_fault(entry); }
    if (!outermost->dead && state->debt) { settle(L, entry); }
    if (atomic_load_explicit(&outermost->cancelled, memory_order_relaxed)) { mw_notice_cancellation(entry); }
    if (!outermost->dead && outermost->budget <= 0) { die(L, entry, reason_of(outermost)); }
    if (outermost->dead) {
        mw_raise_dead(L);
        return;
    }
    mw_arm(L, state->hook_count);
}

/* A safe point within work that runs no instructions. Without it the debt could grow until a request is refused, and then Lua
   collects while it assigns, which releases before 5.4.8 get wrong for what is only held weakly. */
void mw_settle(lua_State *L) {
    mw_entry *entry = mw_entry_of(L);
    mw_entry *outermost = entry->outermost;
    look_now_and_then(entry, WORK_OF_TURN);
    if (!entry->state->debt && outermost->budget > 0 && !outermost->dead) { return; }
    if (!outermost->dead && entry->state->debt) { settle(L, entry); }
    if (!outermost->dead && outermost->budget <= 0) { die(L, entry, reason_of(outermost)); }
    if (outermost->dead) { mw_raise_dead(L); }
}

/* Pays for work that a function of ours does without running instructions. */
void mw_charge(lua_State *L, uint64_t units) {
    mw_entry *entry = mw_entry_of(L);
    mw_entry *outermost = entry->outermost;
    if (entry->state->faults) { mw_look_for_fault(entry); }
    if (atomic_load_explicit(&outermost->cancelled, memory_order_relaxed)) { mw_notice_cancellation(entry); }
    if (!outermost->dead) {
        look_now_and_then(entry, WORK_OF_CHARGE);
        uint64_t left = outermost->budget > 0 ? (uint64_t)outermost->budget : 0;
        outermost->budget = units < left ? (int64_t)(left - units) : 0;
        if (outermost->budget > 0) { return; }
        die(L, entry, reason_of(outermost));
    }
    mw_raise_dead(L);
}

/* For an error that a protected call caught. Lua collects all garbage before it says that there is no memory. */
void mw_charge_caught(lua_State *L, int status) {
    mw_entry *entry = mw_entry_of(L);
    if (status == LUA_ERRMEM) { mw_look_at_clock(entry); }
    mw_charge(L, MW_CAUGHT_COST + (status == LUA_ERRMEM ? (uint64_t)collection_cost(entry->state) : 0));
}

MW_JUMPED_OVER_END
