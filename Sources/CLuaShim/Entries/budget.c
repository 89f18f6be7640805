#include "../internal.h"

/* Work between two checks of the clock: the cost of a charge, and of a turn of a loop. */
enum { CHECK_AFTER = 64, WORK_OF_CHARGE = 8, WORK_OF_TURN = 1 };

MW_MAY_LONGJMP_BEGIN

/* The error value of an entry out of budget; scripts never see it. */
static char sentinel;

/* Setting a hook visits all calls in progress, so it is set only where it changes. */
void mw_arm(lua_State *L, int count) {
    if (lua_gethookcount(L) == count) { return; }
    lua_sethook(L, count > 0 ? mw_hook : NULL, count > 0 ? LUA_MASKCOUNT : 0, count);
}

/* Makes the next instruction run the hook, also after Lua has overlooked that. */
void mw_arm_again(lua_State *L) {
    lua_sethook(L, mw_hook, LUA_MASKCOUNT, 1);
}

/* Instructions until the next check of the entry; zero for none. */
int mw_count_of(const mw_entry *entry) {
    return mw_needs_hook(entry) ? 1 : entry->state->hook_count;
}

/* Leaves a thread whose entry must end. Where it can, it yields and is never resumed: that takes the same time for any number of
   protected calls and variables to be closed. An error would pass each of them, and Lua visits the whole stack at each. Between
   two calls that cannot yield there are at most two hundred protected calls. */
int mw_leave_ended(lua_State *L) {
    mw_arm(L, 1);
    return lua_isyieldable(L) ? lua_yieldk(L, 0, 0, NULL) : lua_error(L);
}

/* The same, where no error of the host is on top. */
int mw_raise_ended(lua_State *L) {
    lua_pushlightuserdata(L, &sentinel);
    return mw_leave_ended(L);
}

static int reason_of(const mw_entry *outermost) {
    if (outermost->async.has_noticed) { return MW_CANCELLED; }
    return outermost->time.is_used_up ? MW_OUT_OF_TIME : MW_OUT_OF_BUDGET;
}

static void end_entry(lua_State *L, mw_entry *entry, int reason) {
    mw_state *state = entry->state;
    entry->outermost->ended = reason;
    state->in_host = true;
    state->memory.grants_any_stack = true;
    state->host.ended(entry->host, L, reason);
    state->memory.grants_any_stack = false;
    state->in_host = false;
}

static int64_t collection_cost(mw_state *state) {
    return (int64_t)(atomic_load_explicit(&state->memory.used, memory_order_relaxed) / 128);
}

/* Garbage does not count as debt: only memory that is in use after a full collection does. The collection has a cost. */
static void settle(lua_State *L, mw_entry *entry) {
    mw_state *state = entry->state;
    entry->outermost->budget -= collection_cost(state);
    state->in_host = true;
    lua_gc(L, LUA_GCCOLLECT);
    state->in_host = false;
    state->memory.debt = false;
    bool is_over = mw_is_over_limit(state);
    state->faults.is_over_limit = false;
    if (is_over) { end_entry(L, entry, MW_OUT_OF_MEMORY); }
}

/* Reading the clock is cheap, but not cheap enough for each small piece of work. */
static void check_clock_sometimes(mw_entry *entry, int work) {
    mw_entry *outermost = entry->outermost;
    outermost->time.until_check -= work;
    if (outermost->time.until_check > 0 && !entry->boundary.is_timed && !entry->state->always_reads_clock) { return; }
    outermost->time.until_check = CHECK_AFTER;
    mw_check_clock(entry);
}

/* Sets the next alarm. What a cancelled entry has left is counted, instruction by instruction. */
static void answer_alarm(mw_entry *entry) {
    mw_entry *outermost = entry->outermost;
    atomic_store_explicit(&outermost->alarm.is_due, outermost->async.has_noticed, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
    mw_set_alarm(entry->state->limits.budget == MW_DEADLINE ? mw_remaining_time(entry) : UINT64_MAX);
}

void mw_hook(lua_State *L, lua_Debug *activation) {
    (void)activation;
    mw_entry *entry = mw_entry_of(L);
    mw_entry *outermost = entry->outermost;
    mw_state *state = entry->state;
    int count = lua_gethookcount(L);
    outermost->budget -= count;
    if (atomic_load_explicit(&outermost->alarm.is_due, memory_order_relaxed)) { answer_alarm(entry); }
    mw_check_clock(entry);
    if (state->faults.plan) { mw_check_fault(entry); }
    if (!outermost->ended && state->memory.debt) { settle(L, entry); }
    if (atomic_load_explicit(&outermost->async.is_cancelled, memory_order_relaxed)) { mw_notice_cancellation(entry); }
    if (!outermost->ended && outermost->budget <= 0) { end_entry(L, entry, reason_of(outermost)); }
    if (outermost->ended) {
        mw_raise_ended(L);
        return;
    }
    mw_arm(L, mw_count_of(entry));
    atomic_signal_fence(memory_order_seq_cst);
    /* The alarm may have rung while the hook was reset. */
    if (atomic_load_explicit(&outermost->alarm.is_due, memory_order_relaxed)) { mw_arm_again(L); }
}

/* A safe point in work that runs no instructions. Without it the debt could grow until a request is refused. Lua would then
   collect garbage during an assignment, which releases before 5.4.8 get wrong for values that are only held weakly. */
void mw_settle(lua_State *L) {
    mw_entry *entry = mw_entry_of(L);
    mw_entry *outermost = entry->outermost;
    check_clock_sometimes(entry, WORK_OF_TURN);
    if (!entry->state->memory.debt && outermost->budget > 0 && !outermost->ended) { return; }
    if (!outermost->ended && entry->state->memory.debt) { settle(L, entry); }
    if (!outermost->ended && outermost->budget <= 0) { end_entry(L, entry, reason_of(outermost)); }
    if (outermost->ended) { mw_raise_ended(L); }
}

/* Subtracts from the budget the cost of work that runs no instructions. */
void mw_charge(lua_State *L, uint64_t units) {
    mw_entry *entry = mw_entry_of(L);
    mw_entry *outermost = entry->outermost;
    if (entry->state->faults.plan) { mw_check_fault(entry); }
    if (atomic_load_explicit(&outermost->async.is_cancelled, memory_order_relaxed)) { mw_notice_cancellation(entry); }
    if (!outermost->ended) {
        check_clock_sometimes(entry, WORK_OF_CHARGE);
        uint64_t left = outermost->budget > 0 ? (uint64_t)outermost->budget : 0;
        outermost->budget = units < left ? (int64_t)(left - units) : 0;
        if (outermost->budget > 0) { return; }
        end_entry(L, entry, reason_of(outermost));
    }
    mw_raise_ended(L);
}

/* The cost of an error that a protected call caught. Lua collects all garbage before it reports that there is no memory. */
void mw_charge_caught(lua_State *L, int status) {
    mw_entry *entry = mw_entry_of(L);
    if (status == LUA_ERRMEM) { mw_check_clock(entry); }
    mw_charge(L, MW_CAUGHT_COST + (status == LUA_ERRMEM ? (uint64_t)collection_cost(entry->state) : 0));
}

MW_MAY_LONGJMP_END
