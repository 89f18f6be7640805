#include "../internal.h"

MW_MAY_LONGJMP_BEGIN

/* (table, key): as a script reads it, metamethods included. */
static int get_field(lua_State *L) {
    lua_settop(L, 2);
    lua_gettable(L, 1);
    return 1;
}

/* (table, key, value) */
static int set_field(lua_State *L) {
    lua_settop(L, 3);
    lua_settable(L, 1);
    return 0;
}

MW_MAY_LONGJMP_END

bool mw_has_metatable(mw_stack *L, int table) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (!lua_getmetatable(L, table)) { return false; }
    lua_pop(L, 1);
    return !mw_is_marked_list(L, table);
}

void mw_push_get_field(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushcfunction(L, get_field);
}

void mw_push_set_field(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushcfunction(L, set_field);
}

void mw_push_next(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushcfunction(L, mw_sorted_next);
}
