// Values between Swift and a coroutine's stack. All of it is raw: no metamethod runs, and allocations cannot fail.
#include "internal.h"

int mw_type(mw_thread *L, int index) { MW_OWNED(L); return lua_type(L, index); }
bool mw_is_integer(mw_thread *L, int index) { MW_OWNED(L); return lua_isinteger(L, index); }
bool mw_boolean(mw_thread *L, int index) { MW_OWNED(L); return lua_toboolean(L, index); }

bool mw_integer(mw_thread *L, int index, int64_t *value) {
    MW_OWNED(L);
    if (lua_type(L, index) != LUA_TNUMBER) return false;
    int exact;
    *value = lua_tointegerx(L, index, &exact);
    return exact;
}

bool mw_number(mw_thread *L, int index, double *value) {
    MW_OWNED(L);
    if (lua_type(L, index) != LUA_TNUMBER) return false;
    *value = lua_tonumberx(L, index, NULL);
    return true;
}

const char *mw_string(mw_thread *L, int index, size_t *length) {
    MW_OWNED(L);
    return lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, length) : NULL;
}

int mw_top(mw_thread *L) { MW_OWNED(L); return lua_gettop(L); }
void mw_set_top(mw_thread *L, int top) { MW_OWNED(L); lua_settop(L, top); }
void mw_copy(mw_thread *L, int index) { MW_OWNED(L); lua_pushvalue(L, index); }
bool mw_make_room(mw_thread *L, int count) { MW_OWNED(L); return lua_checkstack(L, count); }
void mw_push_nil(mw_thread *L) { MW_OWNED(L); lua_pushnil(L); }
void mw_push_boolean(mw_thread *L, bool value) { MW_OWNED(L); lua_pushboolean(L, value); }
void mw_push_integer(mw_thread *L, int64_t value) { MW_OWNED(L); lua_pushinteger(L, value); }
void mw_push_number(mw_thread *L, double value) { MW_OWNED(L); lua_pushnumber(L, value); }

void mw_push_string(mw_thread *L, const char *bytes, size_t length) {
    MW_OWNED(L);
    lua_pushlstring(L, bytes, length);
}

void mw_push_table(mw_thread *L, int elements, int fields) {
    MW_OWNED(L);
    lua_createtable(L, elements, fields);
}

size_t mw_length(mw_thread *L, int index) { MW_OWNED(L); return lua_rawlen(L, index); }

void mw_get_element(mw_thread *L, int table, int64_t element) {
    MW_OWNED(L);
    lua_rawgeti(L, table, element);
}

void mw_set_element(mw_thread *L, int table, int64_t element) {
    MW_OWNED(L);
    lua_rawseti(L, table, element);
}

void mw_get_field(mw_thread *L, int table, const char *name, size_t length) {
    MW_OWNED(L);
    int absolute = lua_absindex(L, table);
    lua_pushlstring(L, name, length);
    lua_rawget(L, absolute);
}

void mw_set_pair(mw_thread *L, int table) {
    MW_OWNED(L);
    double number = 0;
    bool is_nan = mw_number(L, -2, &number) && number != number;
    if (lua_isnil(L, -2) || is_nan) lua_pop(L, 2); else lua_rawset(L, table);
}

void mw_get_pair(mw_thread *L, int table) { MW_OWNED(L); lua_rawget(L, table); }
bool mw_next(mw_thread *L, int table) { MW_OWNED(L); return lua_next(L, table); }

int mw_push_sorted_keys(mw_thread *L, int table) {
    MW_OWNED(L);
    return mw_sorted_keys(L, table);
}

int mw_reference(mw_thread *L) {
    MW_OWNED(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &mw_key_references);
    lua_insert(L, -2);
    int reference = luaL_ref(L, -2);
    lua_pop(L, 1);
    return reference;
}

void mw_push_reference(mw_thread *L, int reference) {
    MW_OWNED(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &mw_key_references);
    lua_rawgeti(L, -1, reference);
    lua_remove(L, -2);
}

void mw_collect(mw_thread *L) { MW_OWNED(L); lua_gc(L, LUA_GCCOLLECT); }
