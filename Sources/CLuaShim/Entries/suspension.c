#include "../internal.h"

void mw_begin_async(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    entry->async.is_async = true;
    if (entry->state->hook_count == 0 && !entry->alarm.thread) { mw_begin_alarm(entry); }
}

void mw_end_async(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    entry->async.is_async = false;
    entry->async.has_noticed = false;
    atomic_store_explicit(&entry->async.is_cancelled, false, memory_order_relaxed);
}

int mw_may_await(mw_entry *entry, mw_stack *L) {
    MW_ASSERT_HELD(entry->state);
    if (!entry->async.is_async) { return MW_NOT_ASYNCHRONOUS; }
    if (!lua_isyieldable(L)) { return MW_BLOCKED; }
    for (mw_resumption *resumption = entry->innermost; resumption; resumption = resumption->outer) {
        if (!lua_isyieldable(resumption->resumer)) { return MW_BLOCKED; }
    }
    return MW_MAY_AWAIT;
}

void mw_cancel(mw_entry *entry) {
    atomic_store_explicit(&entry->async.is_cancelled, true, memory_order_seq_cst);
    mw_ring_soon(entry);
}

bool mw_notice_cancellation(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    mw_entry *outermost = entry->outermost;
    if (!atomic_load_explicit(&outermost->async.is_cancelled, memory_order_relaxed)) { return false; }
    if (outermost->budget > MW_LAST_INSTRUCTIONS) { outermost->budget = MW_LAST_INSTRUCTIONS; }
    if (!outermost->async.has_noticed && entry->state->limits.budget == MW_UNLIMITED) { outermost->time.spent = 0; }
    outermost->async.has_noticed = true;
    if (entry->state->hook_count == 0) { atomic_store_explicit(&outermost->alarm.is_due, true, memory_order_relaxed); }
    return true;
}

MW_MAY_LONGJMP_BEGIN

static int continue_after_await(lua_State *L, int status, lua_KContext context) {
    (void)status;
    (void)context;
    return mw_continue_host(L);
}

/* Suspends the thread and those that resumed it; the host returns the results when it continues. */
int mw_await(lua_State *L, mw_entry *entry) {
    if (mw_may_await(entry, L) != MW_MAY_AWAIT) { return luaL_error(L, "nothing can be awaited here"); }
    entry->async.is_awaiting = true;
    return lua_yieldk(L, 0, 0, continue_after_await);
}

MW_MAY_LONGJMP_END
