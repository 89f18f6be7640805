#include "../internal.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* Lua 5.4.4 keeps a pointer into the stack while it calls `__concat`. If the stack moves during the call, Lua continues to use
   the pointer, which then leads to freed memory. After a yield, Lua computes the pointer again, so operators of the host yield
   and are resumed at once. Functions of scripts cannot be made to yield, so Lua must not find them: it looks `__concat` up by
   the address of its own string, and scripts get another string. */

/* A block of memory of the probe's state. */
typedef struct block {
    alignas(max_align_t) struct block *next;
} block;

/* Frees nothing before the end, so that a stale pointer refers to valid memory. Nothing is allocated while there may be one,
   because one of two concatenated strings is empty. */
static void *allocate_for_good(void *user, void *old, size_t old_size, size_t size) {
    block **blocks = user;
    if (size == 0) { return NULL; }
    block *made = malloc(sizeof *made + size);
    if (!made) { return NULL; }
    made->next = *blocks;
    *blocks = made;
    if (old) { memcpy(made + 1, old, old_size < size ? old_size : size); }
    return made + 1;
}

MW_MAY_LONGJMP_BEGIN

static int probe(lua_State *L) {
    static const char text[] =
        "local function deep(n) if n > 0 then return 1 + deep(n - 1) end return 0 end "
        "local t = ... t.__concat = function() deep(100) return 'x' end return '' .. 'b' .. t";
    if (luaL_loadbufferx(L, text, sizeof text - 1, "=probe", "t") != LUA_OK) { return lua_error(L); }
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setmetatable(L, -2);
    lua_call(L, 1, 1);
    return 1;
}

MW_MAY_LONGJMP_END

static bool is_broken;

static void look(void) {
    block *blocks = NULL;
    lua_State *L = lua_newstate(allocate_for_good, &blocks);
    if (!L) { abort(); }
    lua_gc(L, LUA_GCSTOP);
    lua_pushcfunction(L, probe);
    bool passes = lua_pcall(L, 0, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), "x") == 0;
    is_broken = !passes;
    while (blocks) {
        block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

bool mw_concatenation_is_broken(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look);
    return is_broken;
}

MW_MAY_LONGJMP_BEGIN

static int give_result(lua_State *L, int status, lua_KContext context) {
    (void)L;
    (void)status;
    (void)context;
    return 1;
}

/* A function that is called by C code cannot yield, so an error is raised instead. */
static int pause_with_result(lua_State *L, int status, lua_KContext context) {
    (void)status;
    (void)context;
    if (!lua_isyieldable(L)) {
        return luaL_error(L, "an object cannot be concatenated within a function that is called by one of the library");
    }
    mw_entry_of(L)->async.is_pausing = true;
    return lua_yieldk(L, 0, 0, give_result);
}

/* (left, right): calls the operator of the host, which is the upvalue. */
static int concatenate(lua_State *L) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_callk(L, lua_gettop(L) - 1, 1, 0, pause_with_result);
    return pause_with_result(L, LUA_OK, 0);
}

MW_MAY_LONGJMP_END

/* Whether the thread that yielded is to be resumed at once. */
bool mw_take_pause(mw_entry *entry) {
    bool pauses = entry->async.is_pausing;
    entry->async.is_pausing = false;
    return pauses;
}

/* Lua caches recent strings by the address that they were made from; these replace all of them. */
static void forget_recent_strings(lua_State *L) {
    static const char texts[1024] = {[0] = 'a', [2] = 'a', [4] = 'a'};
    for (size_t i = 0; i < sizeof texts; i++) {
        lua_pushstring(L, &texts[i]);
        lua_pop(L, 1);
    }
}

MW_MAY_LONGJMP_BEGIN

/* Hides the name `__concat` from scripts: Lua continues to look up the same string, whose characters are changed. Called before
   anything else is created, while the string table has its smallest size: a string that is not found now, because it is in
   another bucket than its characters imply, is not found later either. */
void mw_hide_concatenation(lua_State *L) {
    static const char name[] = "__concat";
    static const char *const others[] = {"__CONCAT", "__Concat", "__ConCat", "__conCat", "__cOncat", "__coNcat", "__concAt", "__concaT"};
    if (!mw_concatenation_is_broken()) { return; }
    lua_pushlstring(L, name, sizeof name - 1);
    /* Safe: the memory comes from our allocator and is writable, and nothing else uses the string yet. */
    char *letters = (char *)lua_tostring(L, -1);
    bool is_hidden = false;
    for (size_t i = 0; i < sizeof others / sizeof *others && !is_hidden; i++) {
        memcpy(letters, others[i], sizeof name - 1);
        lua_pushlstring(L, others[i], sizeof name - 1);
        is_hidden = lua_tostring(L, -1) != letters;
        lua_pop(L, 1);
    }
    if (!is_hidden) { luaL_error(L, "__concat cannot be hidden"); }
    lua_rawseti(L, LUA_REGISTRYINDEX, MW_REGISTRY_CONCATENATION);
    forget_recent_strings(L);
}

MW_MAY_LONGJMP_END

/* Makes Lua find the `__concat` operator of the host in the metatable, if it has one. */
void mw_show_concatenation(lua_State *L, int metatable) {
    if (!mw_concatenation_is_broken()) { return; }
    lua_pushliteral(L, "__concat");
    if (lua_rawget(L, metatable) == LUA_TNIL) {
        lua_pop(L, 1);
        return;
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_CONCATENATION);
    lua_insert(L, -2);
    lua_pushcclosure(L, concatenate, 1);
    lua_rawset(L, metatable);
}
