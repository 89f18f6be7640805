#include "../internal.h"

MW_MAY_LONGJMP_BEGIN

/* Elements that cost as much as one instruction. */
#define ELEMENTS_PER_UNIT 4

/* A script can pass any count to the functions below, so each charges for its count before it begins. */
static void charge_span(lua_State *L, lua_Integer first, lua_Integer last) {
    if (last >= first) { mw_charge(L, ((lua_Unsigned)last - (lua_Unsigned)first) / ELEMENTS_PER_UNIT); }
}

static lua_Integer checked_length(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    return luaL_len(L, 1);
}

static int insert(lua_State *L) {
    lua_Integer end = (lua_Integer)((lua_Unsigned)checked_length(L) + 1);
    lua_Integer position = end;
    int count = lua_gettop(L);
    if (count == 3) {
        position = luaL_checkinteger(L, 2);
        luaL_argcheck(L, (lua_Unsigned)position - 1u < (lua_Unsigned)end, 2, "position out of bounds");
        charge_span(L, position, end);
        for (lua_Integer i = end; i > position; i--) {
            mw_settle(L);
            lua_geti(L, 1, i - 1);
            lua_seti(L, 1, i);
        }
    } else if (count != 2) {
        return luaL_error(L, "wrong number of arguments to 'insert'");
    }
    lua_seti(L, 1, position);
    return 0;
}

static int take_out(lua_State *L) {
    lua_Integer size = checked_length(L);
    lua_Integer position = luaL_optinteger(L, 2, size);
    if (position != size) {
        luaL_argcheck(L, (lua_Unsigned)position - 1u <= (lua_Unsigned)size, 2, "position out of bounds");
    }
    charge_span(L, position, size);
    lua_geti(L, 1, position);
    for (; position < size; position++) {
        mw_settle(L);
        lua_geti(L, 1, position + 1);
        lua_seti(L, 1, position);
    }
    lua_pushnil(L);
    lua_seti(L, 1, position);
    return 1;
}

/* Copies upward or downward, so that overlapping ranges of one table are moved correctly. */
static int move(lua_State *L) {
    lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3), target = luaL_checkinteger(L, 4);
    int into = lua_isnoneornil(L, 5) ? 1 : 5;
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, into, LUA_TTABLE);
    if (last >= first) {
        luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
        luaL_argcheck(L, target <= LUA_MAXINTEGER - (last - first), 4, "destination wrap around");
        charge_span(L, first, last);
        lua_Integer count = last - first + 1;
        bool upwards = target > last || target <= first || (into != 1 && !lua_compare(L, 1, into, LUA_OPEQ));
        for (lua_Integer i = 0; i < count; i++) {
            mw_settle(L);
            lua_Integer offset = upwards ? i : count - 1 - i;
            lua_geti(L, 1, first + offset);
            lua_seti(L, into, target + offset);
        }
    }
    lua_pushvalue(L, into);
    return 1;
}

static int unpack(lua_State *L) {
    lua_Integer first = luaL_optinteger(L, 2, 1);
    lua_Integer last = luaL_opt(L, luaL_checkinteger, 3, luaL_len(L, 1));
    if (first > last) { return 0; }
    lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first;
    if (count >= MW_MOST_RESULTS || !lua_checkstack(L, (int)++count)) { return luaL_error(L, "too many results to unpack"); }
    charge_span(L, first, last);
    for (; first < last; first++) { lua_geti(L, 1, first); }
    lua_geti(L, 1, last);
    return (int)count;
}

static void add_element(lua_State *L, luaL_Buffer *buffer, lua_Integer index) {
    mw_settle(L);
    lua_geti(L, 1, index);
    if (!lua_isstring(L, -1)) {
        luaL_error(L, "invalid value (at index %I) in table for 'concat'", (LUAI_UACINT)index);
    }
    luaL_addvalue(buffer);
}

static int join(lua_State *L) {
    lua_Integer last = checked_length(L);
    size_t gap = 0;
    const char *separator = luaL_optlstring(L, 2, "", &gap);
    lua_Integer first = luaL_optinteger(L, 3, 1);
    last = luaL_optinteger(L, 4, last);
    charge_span(L, first, last);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (; first < last; first++) {
        add_element(L, &buffer, first);
        luaL_addlstring(&buffer, separator, gap);
    }
    if (first == last) { add_element(L, &buffer, first); }
    luaL_pushresult(&buffer);
    return 1;
}

const luaL_Reg mw_table_functions[] = {
    {"concat", join},      {"insert", insert}, {"move", move}, {"remove", take_out},
    {"sort", mw_sort},     {"unpack", unpack}, {NULL, NULL},
};

MW_MAY_LONGJMP_END
