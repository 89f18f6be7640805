#include "../internal.h"

int mw_top(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    return lua_gettop(L);
}

void mw_set_top(mw_stack *L, int top) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_settop(L, top);
}

bool mw_reserve(mw_stack *L, int slots) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    return lua_checkstack(L, slots);
}

void mw_copy(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushvalue(L, position);
}

void mw_remove(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_remove(L, position);
}

void mw_insert(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_insert(L, position);
}

int mw_type(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    switch (lua_type(L, position)) {
    case LUA_TBOOLEAN: return MW_BOOLEAN;
    case LUA_TNUMBER: return lua_isinteger(L, position) ? MW_INTEGER : MW_FLOAT;
    case LUA_TSTRING: return MW_STRING;
    case LUA_TTABLE: return MW_MAP;
    case LUA_TFUNCTION: return MW_FUNCTION;
    case LUA_TUSERDATA: return MW_OBJECT;
    case LUA_TTHREAD:
    case LUA_TLIGHTUSERDATA: return MW_HANDLE;
    default: return MW_NIL;
    }
}

int mw_kind(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    int type = mw_type(L, position);
    if (type == MW_MAP) {
        int64_t count = 0;
        return mw_is_list(L, position, &count) && (count > 0 || mw_is_marked_list(L, position)) ? MW_LIST : MW_MAP;
    }
    if (type == MW_OBJECT) {
        int32_t tag = *(int32_t *)lua_touserdata(L, position);
        return tag == MW_TAG_OBJECT || tag == MW_TAG_ENDED ? MW_OBJECT : MW_HANDLE;
    }
    return type;
}

bool mw_read_boolean(mw_stack *L, int position, bool *value) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (lua_type(L, position) != LUA_TBOOLEAN) { return false; }
    *value = lua_toboolean(L, position);
    return true;
}

mw_integer mw_read_integer(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (lua_type(L, position) != LUA_TNUMBER) { return (mw_integer){0, false}; }
    int exact = 0;
    int64_t value = lua_tointegerx(L, position, &exact);
    return (mw_integer){value, exact};
}

bool mw_read_number(mw_stack *L, int position, double *value) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (lua_type(L, position) != LUA_TNUMBER) { return false; }
    *value = lua_tonumberx(L, position, NULL);
    return true;
}

bool mw_is_integer(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    return lua_isinteger(L, position);
}

const char *mw_read_string(mw_stack *L, int position, size_t *length) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (lua_type(L, position) != LUA_TSTRING) { return NULL; }
    return lua_tolstring(L, position, length);
}

void mw_push_nil(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushnil(L);
}

void mw_push_boolean(mw_stack *L, bool value) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushboolean(L, value);
}

void mw_push_integer(mw_stack *L, int64_t value) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushinteger(L, value);
}

void mw_push_number(mw_stack *L, double value) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushnumber(L, value);
}

bool mw_append_nil(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    bool fits = lua_checkstack(L, 1);
    if (fits) { lua_pushnil(L); }
    return fits;
}

bool mw_append_boolean(mw_stack *L, bool value) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    bool fits = lua_checkstack(L, 1);
    if (fits) { lua_pushboolean(L, value); }
    return fits;
}

bool mw_append_integer(mw_stack *L, int64_t value) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    bool fits = lua_checkstack(L, 1);
    if (fits) { lua_pushinteger(L, value); }
    return fits;
}

bool mw_append_number(mw_stack *L, double value) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    bool fits = lua_checkstack(L, 1);
    if (fits) { lua_pushnumber(L, value); }
    return fits;
}

void mw_push_string(mw_stack *L, const void *bytes, size_t length) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushlstring(L, bytes ? bytes : "", length);
}

bool mw_same(mw_stack *L, int left, int right) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    return lua_rawequal(L, left, right);
}

const void *mw_identity(mw_stack *L, int table) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    return lua_topointer(L, table);
}
