// `pairs` and `next` in sorted order, so that the same scripts give the same graph in every process.
#include "internal.h"

#include <stdlib.h>
#include <string.h>

// Numbers by value, then texts by bytes, then booleans, then the rest in whatever order Lua keeps it.
enum { RANK_NUMBER, RANK_TEXT, RANK_BOOLEAN, RANK_OTHER };

typedef struct {
    int rank;
    int place;                // where the key stands in the unsorted list
    bool is_integer;
    lua_Integer integer;
    lua_Number number;
    const char *text;         // the table keeps the key, so the bytes stay
    size_t length;
} sort_key;

static void read_key(lua_State *L, int index, sort_key *key) {
    memset(key, 0, sizeof *key);
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        key->rank = RANK_NUMBER;
        key->is_integer = lua_isinteger(L, index);
        key->integer = lua_tointegerx(L, index, NULL);
        key->number = lua_tonumberx(L, index, NULL);
        break;
    case LUA_TSTRING:
        key->rank = RANK_TEXT;
        key->text = lua_tolstring(L, index, &key->length);
        break;
    case LUA_TBOOLEAN:
        key->rank = RANK_BOOLEAN;
        key->integer = lua_toboolean(L, index);
        break;
    default: key->rank = RANK_OTHER;
    }
}

static int compare(const sort_key *a, const sort_key *b) {
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    switch (a->rank) {
    case RANK_NUMBER:
        if (a->is_integer && b->is_integer) return a->integer < b->integer ? -1 : a->integer > b->integer;
        return a->number < b->number ? -1 : a->number > b->number;
    case RANK_TEXT: {
        size_t shorter = a->length < b->length ? a->length : b->length;
        int order = memcmp(a->text, b->text, shorter);
        if (order) return order;
        return a->length < b->length ? -1 : a->length > b->length;
    }
    case RANK_BOOLEAN: return a->integer < b->integer ? -1 : a->integer > b->integer;
    default: return 0;
    }
}

static int compare_placed(const void *one, const void *other) {
    const sort_key *a = one, *b = other;
    int order = compare(a, b);
    return order ? order : a->place - b->place;
}

// Pushes a list of the table's keys in order; uses six stack slots.
int mw_sorted_keys(lua_State *L, int table) {
    table = lua_absindex(L, table);
    int count = 0;
    lua_newtable(L);
    int unsorted = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, unsorted, ++count);
    }
    sort_key *keys = lua_newuserdatauv(L, (size_t)count * sizeof(sort_key) + 1, 0);
    for (int index = 0; index < count; index++) {
        lua_rawgeti(L, unsorted, index + 1);
        read_key(L, -1, &keys[index]);
        keys[index].place = index + 1;
        lua_pop(L, 1);
    }
    qsort(keys, (size_t)count, sizeof(sort_key), compare_placed);
    lua_createtable(L, count, 0);
    for (int index = 0; index < count; index++) {
        lua_rawgeti(L, unsorted, keys[index].place);
        lua_rawseti(L, -2, index + 1);
    }
    lua_replace(L, unsorted);
    lua_settop(L, unsorted);
    return count;
}

static int step(lua_State *L) {
    lua_Integer place = lua_tointegerx(L, lua_upvalueindex(3), NULL);
    for (;;) {
        lua_rawgeti(L, lua_upvalueindex(2), ++place);
        if (lua_isnil(L, -1)) return 1;
        lua_pushvalue(L, -1);
        lua_rawget(L, lua_upvalueindex(1));
        if (!lua_isnil(L, -1)) break;
        lua_pop(L, 2);        // removed since the loop began
    }
    lua_pushinteger(L, place);
    lua_replace(L, lua_upvalueindex(3));
    return 2;
}

int mw_ordered_pairs(lua_State *L) {
    luaL_checkany(L, 1);
    if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
        lua_pushvalue(L, 1);
        lua_call(L, 1, 3);
        return 3;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_pushvalue(L, 1);
    mw_charge(L, mw_sorted_keys(L, 1));
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, step, 3);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

// Leaves the keys from the `other` rank on in Lua's own order, beginning behind the key on top or at the start.
static bool next_other(lua_State *L) {
    while (lua_next(L, 1)) {
        sort_key key;
        read_key(L, -2, &key);
        if (key.rank == RANK_OTHER) return true;
        lua_pop(L, 1);
    }
    return false;
}

int mw_ordered_next(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    bool from_start = lua_isnil(L, 2);
    sort_key after, best, key;
    read_key(L, 2, &after);
    bool found = false;
    int64_t steps = 0;
    if (from_start || after.rank != RANK_OTHER) {
        lua_pushnil(L);       // slot 3 will hold the best key
        lua_pushnil(L);
        while (lua_next(L, 1)) {
            lua_pop(L, 1);
            steps++;
            read_key(L, -1, &key);
            if (key.rank == RANK_OTHER || (!from_start && compare(&key, &after) <= 0)) continue;
            if (found && compare(&key, &best) >= 0) continue;
            best = key;
            found = true;
            lua_pushvalue(L, -1);
            lua_replace(L, 3);
        }
        mw_charge(L, steps);
        lua_settop(L, 3);
        if (found) {
            lua_pushvalue(L, 3);
            lua_rawget(L, 1);
            return 2;
        }
        lua_settop(L, 2);
        lua_pushnil(L);
        lua_replace(L, 2);
    }
    if (next_other(L)) return 2;
    lua_pushnil(L);
    return 1;
}
