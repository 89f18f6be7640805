#include "internal.h"

/* Lists as a whole, without a call of the host for each element. Nothing of a script runs between two steps of a walk, so the
   key that it goes on from is always there. */

/* Whether the keys are places of a list, some of which are empty; tells the first of those. Needs two slots. */
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

/* How many keys there are. Needs two slots. */
int64_t mw_count(mw_stack *L, int table) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    int64_t count = 0;
    int key = lua_gettop(L) + 1;
    /* Cannot raise: the key is in the table. */
    for (lua_pushnil(L); lua_next(L, table); lua_settop(L, key)) { count++; }
    return count;
}

/* Copies a list of exactly so many integers; false when it is anything else: every place is filled, and there are no more keys
   than places. Needs as many slots as a batch has. */
bool mw_read_integers(mw_stack *L, int table, int64_t *values, int64_t count) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    int top = lua_gettop(L), exact = 1;
    for (int64_t i = 0; exact && i < count;) {
        for (int64_t end = count - i < BATCH ? count : i + BATCH; exact && i < end; i++) {
            exact = lua_rawgeti(L, table, i + 1) == LUA_TNUMBER;
            if (exact) { values[i] = lua_tointegerx(L, -1, &exact); }
        }
        lua_settop(L, top);
    }
    return exact && mw_count(L, table) == count;
}

/* As above, for numbers of either kind. */
bool mw_read_numbers(mw_stack *L, int table, double *values, int64_t count) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    int top = lua_gettop(L);
    bool fits = true;
    for (int64_t i = 0; fits && i < count;) {
        for (int64_t end = count - i < BATCH ? count : i + BATCH; fits && i < end; i++) {
            fits = lua_rawgeti(L, table, i + 1) == LUA_TNUMBER;
            if (fits) { values[i] = lua_tonumberx(L, -1, NULL); }
        }
        lua_settop(L, top);
    }
    return fits && mw_count(L, table) == count;
}

/* The text at that index, which the table keeps; NULL when there is none. */
const char *mw_text_element(mw_stack *L, int table, int64_t index, size_t *length) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    const char *text = lua_rawgeti(L, table, index) == LUA_TSTRING ? lua_tolstring(L, -1, length) : NULL;
    lua_pop(L, 1);
    return text;
}

/* Needs two slots, like the next one. */
void mw_push_integers(mw_stack *L, const int64_t *values, size_t count) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_new_table(L, count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushinteger(L, values[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

void mw_push_numbers(mw_stack *L, const double *values, size_t count) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_new_table(L, count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushnumber(L, values[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* Keeps a text as an element. */
void mw_add_text(mw_stack *L, int table, int64_t index, const void *bytes, size_t length) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushlstring(L, bytes ? bytes : "", length);
    lua_rawseti(L, table, index);
}
