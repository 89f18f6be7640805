// The libraries of the configuration profile: no files, no processes, no debug, no bytecode, no clock, no chance.
#include "internal.h"

#include <string.h>

static int finish_protected(lua_State *L, int status, lua_KContext skipped) {
    if (mw_is_dead(L)) return mw_raise_dead(L);
    if (status != LUA_OK && status != LUA_YIELD) {
        lua_pushboolean(L, 0);
        lua_pushvalue(L, -2);
        return 2;
    }
    return lua_gettop(L) - (int)skipped;
}

static int protected_call(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_protected);
    return finish_protected(L, status, 0);
}

// No handler of a script runs for an entry that is being ended.
static int handle(lua_State *L) {
    if (mw_is_dead(L)) return 1;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int protected_call_with_handler(lua_State *L) {
    int count = lua_gettop(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, handle, 1);
    lua_replace(L, 2);
    lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2);
    int status = lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish_protected);
    return finish_protected(L, status, 2);
}

static void refuse_field(lua_State *L, const char *name) {
    lua_pushstring(L, name);
    if (lua_rawget(L, 2) != LUA_TNIL) luaL_error(L, "a metatable of a script cannot have '%s'", name);
    lua_pop(L, 1);
}

// A finalizer would run outside of every budget, and a weak metatable meets a use after free in Lua 5.4.4.
static int set_metatable(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
    if (lua_istable(L, 2)) {
        refuse_field(L, "__gc");
        refuse_field(L, "__mode");
    }
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
        return luaL_error(L, "cannot change a protected metatable");
    }
    lua_settop(L, 2);
    lua_setmetatable(L, 1);
    return 1;
}

// Without addresses: the same script prints the same in every process.
static int to_string(lua_State *L) {
    luaL_checkany(L, 1);
    int type = lua_type(L, 1);
    if (luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL || type < LUA_TTABLE) {
        luaL_tolstring(L, 1, NULL);
    } else if (luaL_getmetafield(L, 1, "__name") != LUA_TSTRING) {
        lua_pushstring(L, lua_typename(L, type));
    }
    return 1;
}

static int print(lua_State *L) {
    mw_state *state = mw_entry_of(L)->state;
    int count = lua_gettop(L);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (int index = 1; index <= count; index++) {
        if (index > 1) luaL_addchar(&text, '\t');
        lua_pushcfunction(L, to_string);
        lua_pushvalue(L, index);
        lua_call(L, 1, 1);
        luaL_addvalue(&text);
    }
    luaL_pushresult(&text);
    mw_frame caller = {0};
    mw_frame_at(L, 1, false, &caller);
    size_t length;
    const char *bytes = lua_tolstring(L, -1, &length);
    state->no_fail = true;
    state->callbacks.print(mw_entry_of(L)->context, bytes, length, caller.source, caller.line);
    state->no_fail = false;
    return 0;
}

static int collect_garbage(lua_State *L) {
    static const char *const options[] = {"count", NULL};
    luaL_checkoption(L, 1, "count", options);
    lua_pushnumber(L, (lua_Number)mw_entry_of(L)->state->used / 1024);
    return 1;
}

// The system's version counts to 2^62 without looking up.
static int repeat(lua_State *L) {
    size_t length, separator_length;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer count = luaL_checkinteger(L, 2);
    const char *separator = luaL_optlstring(L, 3, "", &separator_length);
    if (count <= 0 || length + separator_length == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    mw_state *state = mw_entry_of(L)->state;
    if ((size_t)count > state->memory / (length + separator_length)) {
        return luaL_error(L, "resulting string too large");
    }
    mw_charge(L, (int64_t)((length + separator_length) * (size_t)count / 64));
    luaL_Buffer result;
    luaL_buffinitsize(L, &result, (length + separator_length) * (size_t)count);
    for (lua_Integer turn = 0; turn < count; turn++) {
        if (turn) luaL_addlstring(&result, separator, separator_length);
        luaL_addlstring(&result, text, length);
    }
    luaL_pushresult(&result);
    return 1;
}

static void remove_fields(lua_State *L, const char *const *names) {
    for (; *names; names++) {
        lua_pushnil(L);
        lua_setfield(L, -2, *names);
    }
}

static void open(lua_State *L, const char *name, lua_CFunction opener, const char *const *closed) {
    luaL_requiref(L, name, opener, 1);
    remove_fields(L, closed);
    lua_pop(L, 1);
}

static void lock_string_metatable(lua_State *L) {
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
}

void mw_open_libraries(lua_State *L) {
    static const char *const base[] = {"dofile", "load", "loadfile", "warn", NULL};
    static const char *const string[] = {"dump", NULL};
    static const char *const math[] = {"random", "randomseed", NULL};
    static const char *const none[] = {NULL};
    static const luaL_Reg ours[] = {
        {"pairs", mw_ordered_pairs}, {"next", mw_ordered_next}, {"pcall", protected_call},
        {"xpcall", protected_call_with_handler}, {"setmetatable", set_metatable}, {"tostring", to_string},
        {"print", print}, {"collectgarbage", collect_garbage}, {NULL, NULL},
    };
    open(L, LUA_GNAME, luaopen_base, base);
    open(L, LUA_TABLIBNAME, luaopen_table, none);
    open(L, LUA_STRLIBNAME, luaopen_string, string);
    open(L, LUA_MATHLIBNAME, luaopen_math, math);
    open(L, LUA_UTF8LIBNAME, luaopen_utf8, none);
    lua_pushglobaltable(L);
    luaL_setfuncs(L, ours, 0);
    lua_pop(L, 1);
    lua_getglobal(L, LUA_STRLIBNAME);
    lua_pushcfunction(L, repeat);
    lua_setfield(L, -2, "rep");
    lua_pop(L, 1);
    lock_string_metatable(L);
    // The registry's list of loaded libraries would hand out what was just closed.
    lua_pushnil(L);
    lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}
