#include "../internal.h"

/* Converts whole lists, without a call of the host for each element. No code of a script runs between two steps of an iteration,
   so the previous key is always in the table. */

bool mw_find_hole(mw_stack *L, int table, int64_t *index) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (lua_type(L, table) != LUA_TTABLE) { return false; }
    table = lua_absindex(L, table);
    lua_Integer count = 0, last = 0;
    /* Cannot raise: the key is in the table. */
    for (lua_pushnil(L); lua_next(L, table); count++) {
        lua_pop(L, 1);
        lua_Integer key = lua_isinteger(L, -1) ? lua_tointegerx(L, -1, NULL) : 0;
        if (key < 1) {
            lua_pop(L, 1);
            return false;
        }
        if (key > last) { last = key; }
    }
    if (last == count) { return false; }
    for (*index = 1; lua_rawgeti(L, table, *index) != LUA_TNIL; ++*index) { lua_pop(L, 1); }
    lua_pop(L, 1);
    return true;
}

/* Elements that are read before the stack is cut back. */
#define BATCH 16

static int64_t batch_of(int64_t rest) {
    return rest < BATCH ? rest : BATCH;
}

/* Whether there are exactly that many keys. Keys and values stay on the stack for some iterations, because cutting it back costs more than
   the rest. Needs BATCH slots. */
static bool has_keys(lua_State *L, int table, int64_t count) {
    int64_t seen = 0;
    int first = lua_gettop(L) + 1, used = 0;
    lua_pushnil(L);
    /* Cannot raise: the key is in the table. */
    for (; lua_next(L, table); seen++) {
        if (++used < BATCH / 2) {
            lua_pushvalue(L, -2);
        } else {
            lua_copy(L, -2, first);
            lua_settop(L, first);
            used = 0;
        }
    }
    lua_settop(L, first - 1);
    return seen == count;
}

/* As mw_has_more_keys. */
static bool has_more_keys(lua_State *L, int table, int64_t last) {
    if (!mw_is_plain_list(L, table)) { return !has_keys(L, table, last); }
    int top = lua_gettop(L);
    lua_pushinteger(L, last);
    /* Cannot raise: the key is in the table. */
    bool has_more = lua_next(L, table);
    lua_settop(L, top);
    return has_more;
}

bool mw_has_more_keys(mw_stack *L, int table, int64_t last) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    return has_more_keys(L, table, last);
}

static bool read_integers(lua_State *L, int table, int64_t first, int64_t *values, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        int exact = 0;
        if (lua_rawgeti(L, table, first + i) != LUA_TNUMBER) { return false; }
        values[i] = lua_tointegerx(L, -1, &exact);
        if (!exact) { return false; }
    }
    return true;
}

bool mw_read_integers(mw_stack *L, int table, int64_t *values, int64_t count) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    int top = lua_gettop(L);
    bool fits = true;
    for (int64_t i = 0; fits && i < count; i += BATCH) {
        fits = read_integers(L, table, i + 1, values + i, batch_of(count - i));
        lua_settop(L, top);
    }
    return fits && !has_more_keys(L, table, count);
}

static bool read_numbers(lua_State *L, int table, int64_t first, double *values, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        if (lua_rawgeti(L, table, first + i) != LUA_TNUMBER) { return false; }
        values[i] = lua_tonumberx(L, -1, NULL);
    }
    return true;
}

bool mw_read_numbers(mw_stack *L, int table, double *values, int64_t count) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    int top = lua_gettop(L);
    bool fits = true;
    for (int64_t i = 0; fits && i < count; i += BATCH) {
        fits = read_numbers(L, table, i + 1, values + i, batch_of(count - i));
        lua_settop(L, top);
    }
    return fits && !has_more_keys(L, table, count);
}

int mw_read_strings(mw_stack *L, int table, int64_t first, mw_string *texts, int count) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    int top = lua_gettop(L), found = 0;
    for (; found < count && lua_rawgeti(L, table, first + found) == LUA_TSTRING; found++) {
        texts[found].bytes = lua_tolstring(L, -1, &texts[found].length);
    }
    lua_settop(L, top);
    return found;
}

void mw_push_integers(mw_stack *L, const int64_t *values, size_t count) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_new_list(L, count);
    for (size_t i = 0; i < count; i++) {
        lua_pushinteger(L, values[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

void mw_push_numbers(mw_stack *L, const double *values, size_t count) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_new_list(L, count);
    for (size_t i = 0; i < count; i++) {
        lua_pushnumber(L, values[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

void mw_add_string(mw_stack *L, int table, int64_t index, const void *bytes, size_t length) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushlstring(L, bytes ? bytes : "", length);
    lua_rawseti(L, table, index);
}
