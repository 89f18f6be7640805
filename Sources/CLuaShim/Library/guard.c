#include "../internal.h"

/* Protects tables that scripts share: scripts see each through an empty table in front of it. */

MW_MAY_LONGJMP_BEGIN

/* (table in front); the upvalue is the table behind it, which the iteration does not give away. */
static int pairs_behind(lua_State *L) {
    lua_settop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    return mw_push_iteration(L, 2, 1);
}

/* (table, key, value); the upvalue is the name of the table. */
static int refuse_change(lua_State *L) {
    mw_push_description(L, 2);
    return luaL_error(
        L, "\"%s.%s\" cannot be replaced", lua_tostring(L, lua_upvalueindex(1)), lua_tostring(L, -1));
}

/* Replaces the name on top by a function that refuses assignments to fields of the table with that name. */
void mw_push_refusal(lua_State *L) {
    lua_pushcclosure(L, refuse_change, 1);
}

/* Replaces the function on top, which is called for each assignment, by a table in front of the one at `behind`. */
static void put_in_front(lua_State *L, int behind) {
    lua_createtable(L, 0, 4);
    lua_insert(L, -2);
    int metatable = lua_gettop(L) - 1;
    mw_set_raw(L, metatable, "__newindex");
    lua_pushvalue(L, behind);
    mw_set_raw(L, metatable, "__index");
    lua_pushvalue(L, behind);
    lua_pushcclosure(L, pairs_behind, 1);
    mw_set_raw(L, metatable, "__pairs");
    /* A table that can be called remains so. */
    if (luaL_getmetafield(L, behind, "__call") != LUA_TNIL) { mw_set_raw(L, metatable, "__call"); }
    lua_pushboolean(L, 0);
    mw_set_raw(L, metatable, "__metatable");
    lua_newtable(L);
    lua_insert(L, -2);
    lua_setmetatable(L, -2);
}

/* Guards the tables among the globals: libraries, and tables of the host. */
static void guard_tables(lua_State *L, int globals) {
    /* Cannot raise: the key is in the table, and only its value changes. */
    for (lua_pushnil(L); lua_next(L, globals);) {
        int value = lua_gettop(L);
        if (lua_type(L, value - 1) == LUA_TSTRING && lua_istable(L, value)) {
            lua_pushvalue(L, value - 1);
            lua_pushvalue(L, value - 1);
            mw_push_refusal(L);
            put_in_front(L, value);
            lua_rawset(L, globals);
        }
        lua_settop(L, value - 1);
    }
}

void mw_guard_globals(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    int write = lua_gettop(L), read = write - 1;
    mw_push_globals(L);
    int globals = write + 1;
    guard_tables(L, globals);
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, read);
    mw_set_raw(L, globals + 1, "__index");
    lua_pushboolean(L, 0);
    mw_set_raw(L, globals + 1, "__metatable");
    lua_setmetatable(L, globals);
    lua_pushvalue(L, write);
    put_in_front(L, globals);
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    lua_settop(L, read - 1);
}

MW_MAY_LONGJMP_END
