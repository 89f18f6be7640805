#include "internal.h"

MW_JUMPED_OVER_BEGIN

static bool is_entry(lua_State *thread) {
    return mw_entry_of(thread)->thread == thread;
}

static lua_State *checked_coroutine(lua_State *L) {
    lua_State *coroutine = lua_tothread(L, 1);
    luaL_argexpected(L, coroutine, 1, "coroutine");
    return coroutine;
}

static const char *status_of(lua_State *L, lua_State *coroutine) {
    if (L == coroutine) { return "running"; }
    switch (lua_status(coroutine)) {
    case LUA_YIELD: return "suspended";
    case LUA_OK: {
        lua_Debug activation;
        if (lua_getstack(coroutine, 0, &activation)) { return "normal"; }
        return lua_gettop(coroutine) == 0 || is_entry(coroutine) ? "dead" : "suspended";
    }
    default: return "dead";
    }
}

static int create(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    mw_charge(L, MW_COROUTINE_COST);
    mw_entry *entry = mw_entry_of(L);
    lua_State *coroutine = lua_newthread(L);
    mw_set_entry(coroutine, entry);
    mw_arm(coroutine, entry->state->hook_count);
    lua_pushvalue(L, 1);
    lua_xmove(L, coroutine, 1);
    return 1;
}

/* Answers the count of results, which are on top of L, or -1 with the error on top. */
static int resume(lua_State *L, lua_State *coroutine, int arguments) {
    const char *status = status_of(L, coroutine);
    if (*status != 's') {
        lua_pushfstring(L, "cannot resume %s coroutine", *status == 'd' ? "dead" : "non-suspended");
        return -1;
    }
    mw_charge(L, MW_RESUME_COST);
    if (!lua_checkstack(coroutine, arguments)) {
        lua_pushliteral(L, "too many arguments to resume");
        return -1;
    }
    mw_entry *entry = mw_entry_of(L);
    mw_set_entry(coroutine, entry);
    entry->state->running = coroutine;
    lua_xmove(L, coroutine, arguments);
    if (entry->state->debt) { mw_arm(coroutine, 1); }
    int results;
    int outcome = lua_resume(coroutine, L, arguments, &results);
    entry->state->running = L;
    if (entry->outermost->dead) { mw_charge(L, 0); }
    if (entry->state->debt) { mw_arm(L, 1); }
    if (outcome != LUA_OK && outcome != LUA_YIELD) {
        lua_xmove(coroutine, L, 1);
        return -1;
    }
    if (!lua_checkstack(L, results + 1)) {
        lua_pop(coroutine, results);
        lua_pushliteral(L, "too many results to resume");
        return -1;
    }
    lua_xmove(coroutine, L, results);
    return results;
}

static int resume_safely(lua_State *L) {
    lua_State *coroutine = checked_coroutine(L);
    int results = resume(L, coroutine, lua_gettop(L) - 1);
    lua_pushboolean(L, results >= 0);
    lua_insert(L, results >= 0 ? -(results + 1) : -2);
    return results >= 0 ? results + 1 : 2;
}

/* Closes what the failed coroutine left open; what it raised, or what closing it raised, is then on top of L. */
static void close_failed(lua_State *L, lua_State *coroutine) {
    mw_entry *entry = mw_entry_of(L);
    lua_pushvalue(L, -1);
    lua_xmove(L, coroutine, 1);
    entry->state->running = coroutine;
    int outcome = lua_resetthread(coroutine);
    entry->state->running = L;
    if (entry->outermost->dead) { mw_charge(L, 0); }
    if (outcome != LUA_OK) {
        lua_xmove(coroutine, L, 1);
        lua_remove(L, -2);
    }
}

/* What the coroutine raised goes on as it is, with the place where it was raised. */
static int call_wrapped(lua_State *L) {
    lua_State *coroutine = lua_tothread(L, lua_upvalueindex(1));
    int results = resume(L, coroutine, lua_gettop(L));
    if (results >= 0) { return results; }
    int status = lua_status(coroutine);
    if (status != LUA_OK && status != LUA_YIELD) { close_failed(L, coroutine); }
    return lua_error(L);
}

static int wrap(lua_State *L) {
    create(L);
    lua_pushcclosure(L, call_wrapped, 1);
    return 1;
}

static int yield(lua_State *L) {
    if (is_entry(L)) { return luaL_error(L, "attempt to yield from outside a coroutine"); }
    return lua_yield(L, lua_gettop(L));
}

static int tell_status(lua_State *L) {
    lua_pushstring(L, status_of(L, checked_coroutine(L)));
    return 1;
}

static int tell_yieldable(lua_State *L) {
    lua_State *coroutine = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
    lua_pushboolean(L, !is_entry(coroutine) && lua_isyieldable(coroutine));
    return 1;
}

static int tell_running(lua_State *L) {
    lua_pushthread(L);
    lua_pushboolean(L, is_entry(L));
    return 2;
}

/* Coroutines spend the budget of whoever resumes them. Without `close`, which recurses without a bound in 5.4.4. */
const luaL_Reg mw_coroutine_functions[] = {
    {"create", create},         {"isyieldable", tell_yieldable}, {"resume", resume_safely}, {"running", tell_running},
    {"status", tell_status},    {"wrap", wrap},                  {"yield", yield},          {NULL, NULL},
};

MW_JUMPED_OVER_END
