#include "../internal.h"

MW_MAY_LONGJMP_BEGIN

static bool is_entry(lua_State *thread) {
    return mw_entry_of(thread)->thread == thread;
}

static lua_State *checked_coroutine(lua_State *L) {
    lua_State *coroutine = lua_tothread(L, 1);
    luaL_argexpected(L, coroutine, 1, "coroutine");
    return coroutine;
}

int mw_yield(lua_State *L) {
    if (is_entry(L)) { return luaL_error(L, "attempt to yield from outside a coroutine"); }
    return lua_yield(L, lua_gettop(L));
}

/* Whether a coroutine yielded for a host function that awaits something: scripts can yield through mw_yield only. */
static bool is_awaiting(lua_State *coroutine) {
    lua_Debug activation;
    if (mw_entry_of(coroutine)->state->entries.suspended_count == 0) { return false; }
    if (!lua_getstack(coroutine, 0, &activation)) { return false; }
    lua_getinfo(coroutine, "f", &activation);
    bool by_script = lua_tocfunction(coroutine, -1) == mw_yield;
    lua_pop(coroutine, 1);
    return !by_script;
}

/* Whether it was left when its entry had to end; it must never be resumed. */
static bool is_abandoned(lua_State *coroutine) {
    const mw_entry *entry = mw_entry_of(coroutine);
    return entry == &entry->state->entries.abandoned;
}

static const char *status_of(lua_State *L, lua_State *coroutine) {
    if (L == coroutine) { return "running"; }
    switch (lua_status(coroutine)) {
    case LUA_YIELD:
        if (is_abandoned(coroutine)) { return "dead"; }
        return is_awaiting(coroutine) ? "normal" : "suspended";
    case LUA_OK: {
        lua_Debug activation;
        if (lua_getstack(coroutine, 0, &activation)) { return "normal"; }
        return lua_gettop(coroutine) == 0 || is_entry(coroutine) ? "dead" : "suspended";
    }
    default: return "dead";
    }
}

/* A new thread inherits the hook of the thread that creates it. Its entry is set when it is resumed. */
void mw_new_coroutine(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_State *coroutine = lua_newthread(L);
    lua_insert(L, -2);
    lua_xmove(L, coroutine, 1);
}

static int create(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    mw_charge(L, MW_COROUTINE_COST);
    lua_settop(L, 1);
    mw_new_coroutine(L);
    return 1;
}

/* What `resume` returns instead of the number of results on top of L. */
enum { RAISED = -1, AWAITING = -2 };

/* Runs or closes a coroutine; returns what lua_resume or lua_resetthread does. */
static int run(lua_State *L, lua_State *coroutine, int arguments, int *results) {
    mw_entry *entry = mw_entry_of(L);
    mw_resumption resumption = {coroutine, L, entry->innermost};
    mw_set_entry(coroutine, entry);
    atomic_signal_fence(memory_order_seq_cst);
    entry->innermost = &resumption;
    atomic_signal_fence(memory_order_seq_cst);
    entry->state->running = coroutine;
    mw_arm(coroutine, mw_count_of(entry));
    if (mw_needs_hook(entry)) { mw_arm_again(coroutine); }
    int outcome = results ? lua_resume(coroutine, L, arguments, results) : lua_resetthread(coroutine);
    while (outcome == LUA_YIELD && mw_take_pause(entry)) { outcome = lua_resume(coroutine, L, 0, results); }
    entry->innermost = resumption.outer;
    atomic_signal_fence(memory_order_seq_cst);
    bool failed = outcome != LUA_OK && outcome != LUA_YIELD;
    if (results && failed && !entry->outermost->ended) { mw_report_unwound(coroutine, entry); }
    entry->state->running = L;
    if (entry->outermost->ended) {
        mw_set_entry(coroutine, &entry->state->entries.abandoned);
        mw_charge(L, 0);
    }
    if (mw_needs_hook(entry)) { mw_arm_again(L); }
    return outcome;
}

/* Resumes a coroutine that can be resumed; its arguments are on top of it. */
static int continue_coroutine(lua_State *L, lua_State *coroutine, int arguments) {
    int results;
    int outcome = run(L, coroutine, arguments, &results);
    if (outcome == LUA_YIELD && mw_entry_of(L)->async.is_awaiting) { return AWAITING; }
    if (outcome != LUA_OK && outcome != LUA_YIELD) {
        lua_xmove(coroutine, L, 1);
        mw_name_overflow(L, outcome);
        return RAISED;
    }
    if (!lua_checkstack(L, results + 1)) {
        lua_pop(coroutine, results);
        lua_pushliteral(L, "too many results to resume");
        return RAISED;
    }
    lua_xmove(coroutine, L, results);
    return results;
}

/* The arguments are on top of L; so is the error when it returns RAISED. */
static int resume(lua_State *L, lua_State *coroutine, int arguments) {
    const char *status = status_of(L, coroutine);
    if (*status != 's') {
        lua_pushfstring(L, "cannot resume %s coroutine", *status == 'd' ? "dead" : "non-suspended");
        return RAISED;
    }
    mw_charge(L, MW_RESUME_COST);
    if (!lua_checkstack(coroutine, arguments)) {
        lua_pushliteral(L, "too many arguments to resume");
        return RAISED;
    }
    lua_xmove(L, coroutine, arguments);
    return continue_coroutine(L, coroutine, arguments);
}

static int continue_safely(lua_State *L, int status, lua_KContext context);

static int finish_safely(lua_State *L, int results) {
    if (results == AWAITING) { return lua_yieldk(L, 0, 0, continue_safely); }
    lua_pushboolean(L, results >= 0);
    lua_insert(L, results >= 0 ? -(results + 1) : -2);
    return results >= 0 ? results + 1 : 2;
}

/* Continues after the coroutine awaited something. */
static int continue_safely(lua_State *L, int status, lua_KContext context) {
    (void)status;
    (void)context;
    return finish_safely(L, continue_coroutine(L, lua_tothread(L, 1), 0));
}

static int resume_safely(lua_State *L) {
    lua_State *coroutine = checked_coroutine(L);
    return finish_safely(L, resume(L, coroutine, lua_gettop(L) - 1));
}

/* Closes what the failed coroutine left open; its error, or that of closing it, is then on top of L. */
static void close_unfinished(lua_State *L, lua_State *coroutine) {
    lua_pushvalue(L, -1);
    lua_xmove(L, coroutine, 1);
    if (run(L, coroutine, 0, NULL) != LUA_OK) {
        lua_xmove(coroutine, L, 1);
        lua_remove(L, -2);
    }
}

static int continue_directly(lua_State *L, int status, lua_KContext coroutine);

/* Raises the error of the coroutine again, unchanged, with the location where it was raised. */
static int finish_directly(lua_State *L, lua_State *coroutine, int results) {
    if (results >= 0) { return results; }
    if (results == AWAITING) { return lua_yieldk(L, 0, (lua_KContext)coroutine, continue_directly); }
    int status = lua_status(coroutine);
    if (status != LUA_OK && status != LUA_YIELD) { close_unfinished(L, coroutine); }
    return lua_error(L);
}

/* The coroutine is an upvalue or an argument of the function that continues, which keeps it. */
static int continue_directly(lua_State *L, int status, lua_KContext coroutine) {
    (void)status;
    return finish_directly(L, (lua_State *)coroutine, continue_coroutine(L, (lua_State *)coroutine, 0));
}

static int call_wrapped(lua_State *L) {
    lua_State *coroutine = lua_tothread(L, lua_upvalueindex(1));
    return finish_directly(L, coroutine, resume(L, coroutine, lua_gettop(L)));
}

static int wrap(lua_State *L) {
    create(L);
    lua_pushcclosure(L, call_wrapped, 1);
    return 1;
}

static int status(lua_State *L) {
    lua_pushstring(L, status_of(L, checked_coroutine(L)));
    return 1;
}

static int is_yieldable(lua_State *L) {
    lua_State *coroutine = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
    lua_pushboolean(L, !is_entry(coroutine) && lua_isyieldable(coroutine));
    return 1;
}

static int running(lua_State *L) {
    lua_pushthread(L);
    lua_pushboolean(L, is_entry(L));
    return 2;
}

/* Coroutines spend the budget of the entry that resumes them. Without `close`, which recurses without a limit in 5.4.4. */
const luaL_Reg mw_coroutine_functions[] = {
    {"create", create},         {"isyieldable", is_yieldable}, {"resume", resume_safely}, {"running", running},
    {"status", status},    {"wrap", wrap},                  {"yield", mw_yield},    {NULL, NULL},
};

/* (coroutine, ...): resumes it for the host. */
static int resume_for_host(lua_State *L) {
    lua_State *coroutine = checked_coroutine(L);
    return finish_directly(L, coroutine, resume(L, coroutine, lua_gettop(L) - 1));
}

/* (coroutine): closes what it left open, for the host. One that failed is left unchanged: it may have no hooks. */
static int close_for_host(lua_State *L) {
    lua_State *coroutine = checked_coroutine(L);
    const char *status = status_of(L, coroutine);
    if (*status == 'd') { return 0; }
    if (*status != 's') { return luaL_error(L, "cannot close a coroutine that is active"); }
    mw_charge(L, MW_RESUME_COST);
    if (run(L, coroutine, 0, NULL) == LUA_OK) { return 0; }
    lua_xmove(coroutine, L, 1);
    return lua_error(L);
}

MW_MAY_LONGJMP_END

void mw_push_resume(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushcfunction(L, resume_for_host);
}

void mw_push_close(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushcfunction(L, close_for_host);
}

mw_stack *mw_coroutine_thread(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    return lua_tothread(L, position);
}

int mw_coroutine_status(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    switch (*status_of(L, lua_tothread(L, position))) {
    case 's': return MW_COROUTINE_SUSPENDED;
    case 'd': return MW_COROUTINE_FINISHED;
    default: return MW_COROUTINE_ACTIVE;
    }
}
