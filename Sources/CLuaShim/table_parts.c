#include "internal.h"

#include <stdatomic.h>

/* A table keeps its list in one part and all other keys in another. That the other part is empty can be seen by where it lies: all
   empty ones are the same. Walking over the whole list to find out costs more than to read it; but nothing that the library
   offers tells, so that it is looked at where the headers of this Lua keep it, once that was seen to be so. */
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

MW_JUMPED_OVER_BEGIN

/* Pushes where the empty part lies, or NULL when tables do not look as expected. */
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

MW_JUMPED_OVER_END

static const void *found_empty_part(void) {
    lua_State *L = luaL_newstate();
    if (!L) { return NULL; }
    lua_pushcfunction(L, find_empty_part);
    const void *found = lua_pcall(L, 0, 1, 0) == LUA_OK ? lua_touserdata(L, -1) : NULL;
    lua_close(L);
    return found;
}

/* Whether a table has no keys but those in its list part; false also where that cannot be known. */
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
