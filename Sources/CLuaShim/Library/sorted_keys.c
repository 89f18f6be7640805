#include "../internal.h"

#include <stdlib.h>
#include <string.h>

MW_MAY_LONGJMP_BEGIN

/* Numbers by value, strings by bytes, booleans, tokens, and then keys without an order, as they come. */
enum { NUMBERS, STRINGS, BOOLEANS, TOKENS, OTHERS };

typedef struct key {
    int rank;
    bool is_float;
    lua_Integer index;
    size_t length;
    union {
        lua_Integer integer;
        lua_Number number;
        const char *text;
    } value;
} key;

static void describe_token(lua_State *L, int position, key *result) {
    int32_t kind = 0, index = 0;
    if (!mw_read_token(L, position, &kind, &index)) { return; }
    result->rank = TOKENS;
    result->value.integer = (lua_Integer)kind * ((lua_Integer)1 << 32) + index;
}

static key describe(lua_State *L, int position, lua_Integer index) {
    key result = {.rank = OTHERS, .index = index};
    switch (lua_type(L, position)) {
    case LUA_TNUMBER:
        result.rank = NUMBERS;
        result.is_float = !lua_isinteger(L, position);
        if (result.is_float) {
            result.value.number = lua_tonumberx(L, position, NULL);
        } else {
            result.value.integer = lua_tointegerx(L, position, NULL);
        }
        break;
    case LUA_TSTRING:
        result.rank = STRINGS;
        result.value.text = lua_tolstring(L, position, &result.length);
        break;
    case LUA_TBOOLEAN:
        result.rank = BOOLEANS;
        result.value.integer = lua_toboolean(L, position);
        break;
    case LUA_TUSERDATA: describe_token(L, position, &result); break;
    default: break;
    }
    return result;
}

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* A float key has a fraction or is outside of the range of integers. */
static int compare_mixed(lua_Integer integer, lua_Number number) {
    if (number >= 9223372036854775808.0) { return -1; }
    if (number < -9223372036854775808.0) { return 1; }
    lua_Integer whole = (lua_Integer)number;
    if (integer != whole) { return ORDER(integer, whole); }
    return number > (lua_Number)whole ? -1 : 1;
}

static int compare_numbers(const key *a, const key *b) {
    if (a->is_float && b->is_float) { return ORDER(a->value.number, b->value.number); }
    if (a->is_float) { return -compare_mixed(b->value.integer, a->value.number); }
    if (b->is_float) { return compare_mixed(a->value.integer, b->value.number); }
    return ORDER(a->value.integer, b->value.integer);
}

static int compare_strings(const key *a, const key *b) {
    size_t common = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->value.text, b->value.text, common);
    return order ? order : ORDER(a->length, b->length);
}

static int compare(const void *left, const void *right) {
    const key *a = left, *b = right;
    if (a->rank != b->rank) { return ORDER(a->rank, b->rank); }
    switch (a->rank) {
    case NUMBERS: return compare_numbers(a, b);
    case STRINGS: return compare_strings(a, b);
    case BOOLEANS:
    case TOKENS: return ORDER(a->value.integer, b->value.integer);
    default: return ORDER(a->index, b->index);
    }
}

static size_t count_keys(lua_State *L, int table) {
    size_t count = 0;
    /* Cannot raise: the key is the one that lua_next pushed, and the table does not change. */
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) { count++; }
    return count;
}

/* Fills the list at the position and the descriptions; true when the keys came in order. Counts the keys without an order. */
static bool collect(lua_State *L, int table, int list, key *keys, lua_Integer *others) {
    bool ordered = true;
    lua_Integer index = 0;
    /* Cannot raise: see above. */
    for (lua_pushnil(L); lua_next(L, table); index++) {
        lua_pop(L, 1);
        keys[index] = describe(L, -1, index + 1);
        *others += keys[index].rank == OTHERS;
        if (index > 0 && compare(&keys[index - 1], &keys[index]) > 0) { ordered = false; }
        lua_pushvalue(L, -1);
        lua_rawseti(L, list, index + 1);
    }
    return ordered;
}

static int64_t push_keys(lua_State *L, int table, lua_Integer *others) {
    table = lua_absindex(L, table);
    size_t count = count_keys(L, table);
    key *keys = lua_newuserdatauv(L, count * sizeof(key), 0);
    mw_new_table(L, count, 0);
    int list = lua_gettop(L);
    if (!collect(L, table, list, keys, others)) {
        qsort(keys, count, sizeof(key), compare);
        mw_new_table(L, count, 0);
        for (size_t i = 0; i < count; i++) {
            lua_rawgeti(L, list, keys[i].index);
            lua_rawseti(L, -2, (lua_Integer)i + 1);
        }
        lua_replace(L, list);
    }
    lua_remove(L, list - 1);
    return (int64_t)count;
}

int64_t mw_push_sorted_keys(mw_stack *L, int table) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_Integer others = 0;
    return push_keys(L, table, &others);
}

static int refuse_order(lua_State *L, lua_Integer others) {
    return luaL_error(
        L, "%d keys are tables, functions, or objects, which have no order\n    keep them in a list", (int)others);
}

/* The same for a script. Raises an error if two keys would come in another order each time. */
static lua_Integer push_ordered_keys(lua_State *L, int table) {
    lua_Integer others = 0;
    lua_Integer count = push_keys(L, table, &others);
    mw_charge(L, (uint64_t)count / 8);
    if (others > 1) { refuse_order(L, others); }
    return count;
}

/* Pushes the smallest key that is greater than the one at `after`, or nil; with zero, the smallest of all. Returns the number of
   keys without an order that it chose from. */
static lua_Integer push_successor(lua_State *L, int table, int after) {
    key bound = {0}, best = {0};
    if (after) { bound = describe(L, after, 0); }
    bool found = false;
    lua_pushnil(L);
    int result = lua_gettop(L);
    lua_Integer index = 0, others = 0;
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        key candidate = describe(L, -2, ++index);
        others += candidate.rank == OTHERS;
        if (after && compare(&candidate, &bound) <= 0) { continue; }
        if (found && compare(&candidate, &best) >= 0) { continue; }
        found = true;
        best = candidate;
        lua_pushvalue(L, -2);
        lua_replace(L, result);
    }
    mw_charge(L, (uint64_t)index / 8);
    return found && best.rank == OTHERS ? others : 0;
}

/* Pushes the first key of the list, from the index on, that the table still has, and its value; returns its index. */
static lua_Integer push_entry(lua_State *L, int table, int list, lua_Integer index) {
    for (;; index++) {
        if (lua_rawgeti(L, list, index) == LUA_TNIL) { return 0; }
        lua_pushvalue(L, -1);
        if (lua_rawget(L, table) != LUA_TNIL) { return index; }
        lua_pop(L, 2);
    }
}

/* The upvalues are the list of keys, how many were visited, and the table. */
static int step(lua_State *L) {
    lua_settop(L, 0);
    lua_Integer index = lua_tointegerx(L, lua_upvalueindex(2), NULL);
    lua_pushvalue(L, lua_upvalueindex(3));
    lua_pushvalue(L, lua_upvalueindex(1));
    index = push_entry(L, 1, 2, index + 1);
    if (index == 0) { return 1; }
    lua_pushinteger(L, index);
    lua_replace(L, lua_upvalueindex(2));
    return 2;
}

/* Pushes the three values of an iteration over the table at `table`, which is seen as the one at `front`. Collects the keys once; skips
   entries that are removed during the iteration. */
int mw_push_iteration(lua_State *L, int table, int front) {
    push_ordered_keys(L, table);
    lua_pushinteger(L, 0);
    lua_pushvalue(L, table);
    lua_pushcclosure(L, step, 3);
    lua_pushvalue(L, front);
    lua_pushnil(L);
    return 3;
}

int mw_sorted_pairs(lua_State *L) {
    luaL_checkany(L, 1);
    if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
        lua_pushvalue(L, 1);
        lua_call(L, 1, 3);
        return 3;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    return mw_push_iteration(L, 1, 1);
}

/* Whether the kept list belongs to the table and was last at the key at position two. Pushes the list. */
static bool continues(lua_State *L, mw_state *state) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_TABLE);
    lua_rawgeti(L, -1, 1);
    bool same = lua_rawequal(L, -1, 1);
    lua_pop(L, 2);
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_KEYS);
    if (!same) { return false; }
    lua_rawgeti(L, -1, state->library.next_key);
    same = lua_rawequal(L, -1, 2);
    lua_pop(L, 1);
    return same;
}

/* Replaces the kept list, which is on top, by that of the table; finds the key at position two in it. */
static bool restart(lua_State *L, mw_state *state) {
    lua_pop(L, 1);
    lua_Integer count = push_ordered_keys(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, LUA_REGISTRYINDEX, MW_REGISTRY_KEYS);
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_TABLE);
    lua_pushvalue(L, 1);
    lua_rawseti(L, -2, 1);
    lua_pop(L, 1);
    for (state->library.next_key = 1; state->library.next_key <= count; state->library.next_key++) {
        lua_rawgeti(L, -1, state->library.next_key);
        bool found = lua_rawequal(L, -1, 2);
        lua_pop(L, 1);
        if (found) { return true; }
    }
    return false;
}

static int push_key_and_value(lua_State *L) {
    if (lua_isnil(L, -1)) { return 1; }
    lua_pushvalue(L, -1);
    lua_rawget(L, 1);
    return 2;
}

/* None of several keys without an order is the first. `next(t)` without a key asks whether there is one, and returns `true`,
   which is not a key of the table; a loop passes nil, too. */
static int first_entry(lua_State *L, bool is_loop) {
    lua_Integer others = push_successor(L, 1, 0);
    if (others <= 1) { return push_key_and_value(L); }
    if (is_loop) { return refuse_order(L, others); }
    lua_pushboolean(L, true);
    return 1;
}

static int entry_after(lua_State *L, int after) {
    if (describe(L, after, 0).rank == OTHERS) { return luaL_error(L, "invalid key to 'next'"); }
    push_successor(L, 1, after);
    return push_key_and_value(L);
}

/* `next` in order: the list of the last iteration is kept, so that an iteration does not sort at each step. */
int mw_sorted_next(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    bool is_loop = lua_gettop(L) > 1;
    lua_settop(L, 2);
    if (lua_isnil(L, 2)) { return first_entry(L, is_loop); }
    mw_state *state = mw_entry_of(L)->state;
    if (!continues(L, state) && !restart(L, state)) { return entry_after(L, 2); }
    lua_Integer index = push_entry(L, 1, 3, state->library.next_key + 1);
    if (index == 0) { return 1; }
    state->library.next_key = index;
    return 2;
}

MW_MAY_LONGJMP_END
