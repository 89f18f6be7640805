#include "../internal.h"

#include <stdatomic.h>

/* A table stores its list in one part and all other keys in another, and all tables with an empty other part share the same
   address for it. Iterating over the whole list to find other keys costs more than reading it, and Lua has no function for this.
   So the address is read from the table itself, after a test has shown that this Lua stores it where its headers say. */
typedef struct table_head {
    void *next;
    unsigned char type, mark, flags, size;
    unsigned int limit;
    const void *list;
    const void *others;
    const void *free;
    const void *metatable;
} table_head;

static const table_head *head_of(lua_State *L, int table) {
    return lua_topointer(L, table);
}

MW_MAY_LONGJMP_BEGIN

/* Pushes the address of the empty part, or NULL when tables are not laid out as expected. */
static int find_empty_part(lua_State *L) {
    lua_newtable(L);
    lua_createtable(L, 3, 0);
    lua_pushboolean(L, 1);
    lua_rawseti(L, 2, 1);
    lua_createtable(L, 0, 1);
    lua_newtable(L);
    const table_head *empty = head_of(L, 1), *list = head_of(L, 2), *map = head_of(L, 3), *other = head_of(L, 4);
    bool is_known = !empty->metatable && !empty->list && list->list && !map->list && empty->others == list->others
        && empty->others == other->others && empty->others != map->others && !empty->free && map->free;
    lua_pushvalue(L, 4);
    lua_setmetatable(L, 1);
    is_known = is_known && empty->metatable == other;
    lua_pushboolean(L, 1);
    lua_rawsetp(L, 2, &empty);
    is_known = is_known && list->others != empty->others;
    lua_pushlightuserdata(L, is_known ? (void *)empty->others : NULL);
    return 1;
}

MW_MAY_LONGJMP_END

static const void *found_empty_part(void) {
    lua_State *L = luaL_newstate();
    if (!L) { return NULL; }
    lua_pushcfunction(L, find_empty_part);
    const void *found = lua_pcall(L, 0, 1, 0) == LUA_OK ? lua_touserdata(L, -1) : NULL;
    lua_close(L);
    return found;
}

/* Whether all keys of a table are in its list part; also false where that is not known. */
bool mw_is_plain_list(lua_State *L, int table) {
    static _Atomic bool is_known;
    static const void *_Atomic empty_part;
    if (!atomic_load_explicit(&is_known, memory_order_acquire)) {
        atomic_store_explicit(&empty_part, found_empty_part(), memory_order_relaxed);
        atomic_store_explicit(&is_known, true, memory_order_release);
    }
    const void *empty = atomic_load_explicit(&empty_part, memory_order_relaxed);
    return empty && head_of(L, table)->others == empty;
}
