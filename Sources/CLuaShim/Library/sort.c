#include "../internal.h"

#include <limits.h>
#include <string.h>

MW_MAY_LONGJMP_BEGIN

/* `table.sort` as a merge sort. Lua's own sort is not stable, and chooses the pivots of a lopsided list by the clock, so that
   equal elements get another order in each process. */

/* Positions on the stack: the arguments of the script, then working values. */
enum { GIVEN = 1, ORDER, LIST, PLACES, LOWER, UPPER };

/* Bytes of strings whose comparison costs as much as one instruction. */
#define COMPARED_PER_UNIT 64

static void copy_list(lua_State *L, int from, int to, lua_Integer size) {
    for (lua_Integer i = 1; i <= size; i++) {
        mw_settle(L);
        lua_geti(L, from, i);
        lua_seti(L, to, i);
    }
}

static size_t length_of(lua_State *L, int position) {
    return lua_type(L, position) == LUA_TSTRING ? lua_rawlen(L, position) : 0;
}

static bool is_plain_number_or_string(lua_State *L, lua_Integer index) {
    lua_rawgeti(L, GIVEN, index);
    bool is_plain = lua_type(L, -1) == LUA_TNUMBER || (lua_type(L, -1) == LUA_TSTRING && lua_rawlen(L, -1) <= COMPARED_PER_UNIT);
    lua_pop(L, 1);
    return is_plain;
}

/* Whether each comparison is cheap or runs instructions. */
static bool is_cheap_to_compare(lua_State *L, lua_Integer size) {
    if (!lua_isnil(L, ORDER)) { return lua_isfunction(L, ORDER) && !lua_iscfunction(L, ORDER); }
    if (mw_has_metatable(L, GIVEN)) { return false; }
    lua_Integer index = 1;
    while (index <= size && is_plain_number_or_string(L, index)) { index++; }
    return index > size;
}

/* Whether the upper element belongs before the lower one. A comparison that is not cheap counts as instructions. */
static bool is_out_of_order(lua_State *L, bool is_cheap) {
    if (!is_cheap) {
        size_t lower = length_of(L, LOWER), upper = length_of(L, UPPER);
        mw_charge(L, 1 + (lower < upper ? lower : upper) / COMPARED_PER_UNIT);
    }
    if (lua_isnil(L, ORDER)) { return lua_compare(L, UPPER, LOWER, LUA_OPLT); }
    lua_pushvalue(L, ORDER);
    lua_pushvalue(L, UPPER);
    lua_pushvalue(L, LOWER);
    lua_call(L, 2, 1);
    bool result = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return result;
}

static void fetch(lua_State *L, int position, uint32_t place) {
    lua_rawgeti(L, LIST, place);
    lua_replace(L, position);
}

/* Merges two adjacent runs of indices; the second begins at `upper`. Copies each index once, even if comparisons are
   contradictory. */
static void merge(lua_State *L, const uint32_t *lower, const uint32_t *upper, const uint32_t *end, uint32_t *into, bool is_cheap) {
    const uint32_t *middle = upper;
    fetch(L, LOWER, middle[-1]);
    fetch(L, UPPER, *upper);
    if (middle - lower == 1 || is_out_of_order(L, is_cheap)) {
        fetch(L, LOWER, *lower);
        while (lower < middle && upper < end) {
            if (is_out_of_order(L, is_cheap)) {
                *into++ = *upper++;
                if (upper < end) { fetch(L, UPPER, *upper); }
            } else {
                *into++ = *lower++;
                if (lower < middle) { fetch(L, LOWER, *lower); }
            }
        }
    }
    while (lower < middle) { *into++ = *lower++; }
    while (upper < end) { *into++ = *upper++; }
}

/* Merges runs until one is left. Returns the indices of the list's elements in order; they are in `places` or in `room`. */
static uint32_t *order_places(lua_State *L, uint32_t *places, uint32_t *room, size_t size, bool is_cheap) {
    for (size_t i = 0; i < size; i++) { places[i] = (uint32_t)i + 1; }
    for (size_t run = 1; run < size; run *= 2) {
        for (size_t first = 0; first < size; first += 2 * run) {
            size_t middle = size - first > run ? first + run : size;
            size_t end = size - middle > run ? middle + run : size;
            if (middle < end) {
                merge(L, places + first, places + middle, places + end, room + first, is_cheap);
            } else {
                memcpy(room + first, places + first, (end - first) * sizeof *room);
            }
        }
        uint32_t *merged = room;
        room = places;
        places = merged;
    }
    return places;
}

/* Moves each element to its place, one cycle of the permutation after the other. */
static void move_elements(lua_State *L, uint32_t *places, size_t size) {
    for (size_t first = 0; first < size; first++) {
        if (places[first] == first + 1) { continue; }
        lua_rawgeti(L, LIST, (lua_Integer)first + 1);
        size_t place = first;
        while (places[place] != first + 1) {
            size_t source = places[place] - 1;
            lua_rawgeti(L, LIST, (lua_Integer)source + 1);
            lua_rawseti(L, LIST, (lua_Integer)place + 1);
            places[place] = (uint32_t)place + 1;
            place = source;
        }
        lua_rawseti(L, LIST, (lua_Integer)place + 1);
        places[place] = (uint32_t)place + 1;
    }
}

/* If a comparison fails, the list stays as it was. A list with a metatable is sorted in a copy, because its metamethods can take
   any amount of memory, and there is no safe point between two comparisons. */
int mw_sort(lua_State *L) {
    luaL_checktype(L, GIVEN, LUA_TTABLE);
    lua_Integer size = luaL_len(L, GIVEN);
    if (size < 2) { return 0; }
    mw_charge(L, (uint64_t)size);
    luaL_argcheck(L, size < INT_MAX, GIVEN, "array too big");
    if (!lua_isnoneornil(L, ORDER)) { luaL_checktype(L, ORDER, LUA_TFUNCTION); }
    lua_settop(L, ORDER);
    bool is_cheap = is_cheap_to_compare(L, size), is_copy = mw_has_metatable(L, GIVEN);
    if (is_copy) {
        lua_newtable(L);
        copy_list(L, GIVEN, LIST, size);
    } else {
        lua_pushvalue(L, GIVEN);
    }
    /* Scripts cannot reach it, and it stays on the stack while its indices are used. */
    uint32_t *places = lua_newuserdatauv(L, 2 * (size_t)size * sizeof *places, 0);
    lua_settop(L, UPPER);
    uint32_t *ordered = order_places(L, places, places + size, (size_t)size, is_cheap);
    move_elements(L, ordered, (size_t)size);
    if (is_copy) { copy_list(L, LIST, GIVEN, size); }
    return 0;
}

MW_MAY_LONGJMP_END
