#include "../internal.h"

/* The mark that distinguishes an empty list from an empty map: an empty metatable that all such lists share. Scripts cannot see
   it, and can still give the table another metatable. */

/* Marks the table on top. */
static void mark(lua_State *L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_LIST_MARK);
    lua_setmetatable(L, -2);
}

void mw_new_list(mw_stack *L, size_t count) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_new_table(L, count, 0);
    if (count == 0) { mark(L); }
}

bool mw_is_marked_list(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (!lua_getmetatable(L, position)) { return false; }
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_LIST_MARK);
    bool is_marked = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return is_marked;
}

MW_MAY_LONGJMP_BEGIN

/* (table): marks the table and returns it. */
static int mark_argument(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    if (lua_getmetatable(L, 1)) {
        lua_pop(L, 1);
        if (!mw_is_marked_list(L, 1)) { return luaL_argerror(L, 1, "it has a metatable"); }
    }
    mark(L);
    return 1;
}

MW_MAY_LONGJMP_END

void mw_push_list_marker(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushcfunction(L, mark_argument);
}
