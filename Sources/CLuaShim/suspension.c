#include "internal.h"

/* From here on the entry can be suspended. */
void mw_begin_async(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    entry->asynchronous = true;
}

/* Before it is left for good: what only such entries have is as every entry has it. */
void mw_end_async(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    entry->asynchronous = false;
    entry->noticed = false;
    atomic_store_explicit(&entry->cancelled, false, memory_order_relaxed);
}

/* Each thread between the host function and the entry must be able to yield. */
int mw_may_await(mw_entry *entry, mw_stack *L) {
    MW_ASSERT_HELD(entry->state);
    if (!entry->asynchronous) { return MW_NOT_ASYNCHRONOUS; }
    if (!lua_isyieldable(L)) { return MW_BLOCKED; }
    for (mw_resumption *resumption = entry->innermost; resumption; resumption = resumption->outer) {
        if (!lua_isyieldable(resumption->resumer)) { return MW_BLOCKED; }
    }
    return MW_MAY_AWAIT;
}

void mw_cancel(mw_entry *entry) {
    atomic_store_explicit(&entry->cancelled, true, memory_order_relaxed);
}

/* Whether the entry was cancelled; it then has little time left. */
bool mw_notice_cancellation(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    mw_entry *outermost = entry->outermost;
    if (!atomic_load_explicit(&outermost->cancelled, memory_order_relaxed)) { return false; }
    if (outermost->budget > MW_LAST_INSTRUCTIONS) { outermost->budget = MW_LAST_INSTRUCTIONS; }
    outermost->noticed = true;
    return true;
}

MW_JUMPED_OVER_BEGIN

static int await_over(lua_State *L, int status, lua_KContext context) {
    (void)status;
    (void)context;
    return mw_go_on_host(L);
}

/* Leaves the thread, and those that resumed it, as they are; goes on with what the host answers then. */
int mw_await(lua_State *L, mw_entry *entry) {
    if (mw_may_await(entry, L) != MW_MAY_AWAIT) { return luaL_error(L, "nothing can be awaited here"); }
    entry->awaiting = true;
    return lua_yieldk(L, 0, 0, await_over);
}

MW_JUMPED_OVER_END
