// `coroutine` for scripts: each coroutine spends the budget of the entry that resumes it. There is no `close`, whose
// chains overflow the C stack of Lua 5.4.4.
#include "internal.h"

enum { COST_OF_CREATION = 100, COST_OF_RESUME = 50 };

static lua_State *coroutine_at(lua_State *L, int index) {
    lua_State *coroutine = lua_tothread(L, index);
    luaL_argexpected(L, coroutine, index, "coroutine");
    return coroutine;
}

static int create(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    mw_charge(L, COST_OF_CREATION);
    lua_State *coroutine = lua_newthread(L);
    mw_set_entry_of(coroutine, mw_entry_of(L));
    lua_pushvalue(L, 1);
    lua_xmove(L, coroutine, 1);
    return 1;
}

// Moves the arguments over, runs, and moves the results or the error back; -1 for an error.
static int resume_with(lua_State *L, lua_State *coroutine, int arguments) {
    mw_charge(L, COST_OF_RESUME);
    int status = lua_status(coroutine);
    if ((status != LUA_OK && status != LUA_YIELD) || (status == LUA_OK && lua_gettop(coroutine) == 0)) {
        lua_pushliteral(L, "cannot resume dead coroutine");
        return -1;
    }
    lua_Debug activation;
    if (coroutine == L || (status == LUA_OK && lua_getstack(coroutine, 0, &activation))) {
        lua_pushliteral(L, "cannot resume non-suspended coroutine");
        return -1;
    }
    if (!lua_checkstack(coroutine, arguments + 1)) {
        lua_pushliteral(L, "too many arguments to resume");
        return -1;
    }
    lua_xmove(L, coroutine, arguments);
    mw_state *state = mw_entry_of(L)->state;
    mw_set_entry_of(coroutine, mw_entry_of(L));
    mw_arm(coroutine);
    state->running = coroutine;
    int results;
    status = lua_resume(coroutine, L, arguments, &results);
    state->running = L;
    if (mw_is_dead(L)) mw_raise_dead(L);
    if (state->over_memory) mw_check_memory(L);
    if (status == LUA_OK || status == LUA_YIELD) {
        if (!lua_checkstack(L, results + 1)) {
            lua_pop(coroutine, results);
            lua_pushliteral(L, "too many results to resume");
            return -1;
        }
        lua_xmove(coroutine, L, results);
        return results;
    }
    lua_xmove(coroutine, L, 1);
    return -1;
}

static int resume(lua_State *L) {
    lua_State *coroutine = coroutine_at(L, 1);
    int results = resume_with(L, coroutine, lua_gettop(L) - 1);
    lua_pushboolean(L, results >= 0);
    int values = results >= 0 ? results : 1;
    lua_insert(L, -(values + 1));
    return values + 1;
}

static int resume_wrapped(lua_State *L) {
    lua_State *coroutine = lua_tothread(L, lua_upvalueindex(1));
    int results = resume_with(L, coroutine, lua_gettop(L));
    if (results >= 0) return results;
    if (lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

static int wrap(lua_State *L) {
    create(L);
    lua_pushcclosure(L, resume_wrapped, 1);
    return 1;
}

static int yield(lua_State *L) {
    if (mw_entry_of(L)->thread == L) return luaL_error(L, "attempt to yield from outside a coroutine");
    return lua_yield(L, lua_gettop(L));
}

static int status(lua_State *L) {
    lua_State *coroutine = coroutine_at(L, 1);
    lua_Debug activation;
    const char *word = "dead";
    if (coroutine == L) word = "running";
    else if (lua_status(coroutine) == LUA_YIELD) word = "suspended";
    else if (lua_status(coroutine) == LUA_OK && lua_getstack(coroutine, 0, &activation)) word = "normal";
    else if (lua_status(coroutine) == LUA_OK && lua_gettop(coroutine) > 0) word = "suspended";
    lua_pushstring(L, word);
    return 1;
}

static int is_yieldable(lua_State *L) {
    lua_pushboolean(L, mw_entry_of(L)->thread != L && lua_isyieldable(L));
    return 1;
}

static int running(lua_State *L) {
    lua_pushthread(L);
    lua_pushboolean(L, mw_entry_of(L)->thread == L);
    return 2;
}

void mw_open_coroutines(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"create", create}, {"resume", resume}, {"wrap", wrap}, {"yield", yield},
        {"status", status}, {"isyieldable", is_yieldable}, {"running", running}, {NULL, NULL},
    };
    luaL_newlib(L, functions);
    lua_setglobal(L, "coroutine");
}
