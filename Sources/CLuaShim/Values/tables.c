#include "../internal.h"

#include <limits.h>

static int clamped(size_t count) {
    return count > INT_MAX / 64 ? INT_MAX / 64 : (int)count;
}

void mw_new_table(mw_stack *L, size_t elements, size_t entries) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_createtable(L, clamped(elements), clamped(entries));
}

void mw_push_globals(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_GLOBALS);
}

void mw_push_loaded(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_LOADED);
}

bool mw_is_list(mw_stack *L, int table, int64_t *count) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (lua_type(L, table) != LUA_TTABLE) { return false; }
    lua_Integer length = (lua_Integer)lua_rawlen(L, table);
    lua_Integer seen = 0;
    table = lua_absindex(L, table);
    lua_pushnil(L);
    /* Cannot raise: the key is the one that lua_next pushed, and the table does not change. */
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        int exact = lua_isinteger(L, -1);
        lua_Integer key = exact ? lua_tointegerx(L, -1, NULL) : 0;
        if (!exact || key < 1 || key > length || ++seen > length) {
            lua_pop(L, 1);
            return false;
        }
    }
    *count = length;
    return seen == length;
}

int64_t mw_raw_length(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    return (int64_t)lua_rawlen(L, position);
}

void mw_raw_get_index(mw_stack *L, int table, int64_t index) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_rawgeti(L, table, index);
}

void mw_raw_set_index(mw_stack *L, int table, int64_t index) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_rawseti(L, table, index);
}

void mw_raw_get(mw_stack *L, int table) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_rawget(L, table);
}

bool mw_raw_set(mw_stack *L, int table) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (lua_isnil(L, -2)) { return false; }
    if (lua_type(L, -2) == LUA_TNUMBER && !lua_isinteger(L, -2)) {
        lua_Number key = lua_tonumberx(L, -2, NULL);
        if (key != key) { return false; }
    }
    lua_rawset(L, table);
    return true;
}

/* A key that is no longer in the table ends the iteration: continuing from it could raise. */
bool mw_next(mw_stack *L, int table) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (!lua_isnil(L, -1)) {
        lua_pushvalue(L, -1);
        bool gone = lua_rawget(L, table) == LUA_TNIL;
        lua_pop(L, 1);
        if (gone) {
            lua_pop(L, 1);
            return false;
        }
    }
    /* Cannot raise: the key is nil or in the table. */
    return lua_next(L, table);
}

MW_MAY_LONGJMP_BEGIN

void mw_copy_entries(lua_State *L, int from, int to) {
    lua_pushnil(L);
    /* Cannot raise: the key is the one that lua_next pushed, and the table does not change. */
    while (lua_next(L, from)) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, to);
    }
}

/* Pops the value on top and stores it under that name. */
void mw_set_raw(lua_State *L, int table, const char *name) {
    lua_pushstring(L, name);
    lua_insert(L, -2);
    lua_rawset(L, table);
}

MW_MAY_LONGJMP_END
