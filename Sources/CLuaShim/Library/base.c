#include "../internal.h"

MW_MAY_LONGJMP_BEGIN

/* Pushes a value as a string; never an address. */
void mw_push_description(lua_State *L, int position) {
    if (luaL_callmeta(L, position, "__tostring")) {
        if (!lua_isstring(L, -1)) { luaL_error(L, "'__tostring' must return a string"); }
        return;
    }
    switch (lua_type(L, position)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING: luaL_tolstring(L, position, NULL); break;
    default:
        if (luaL_getmetafield(L, position, "__name") != LUA_TSTRING) { lua_pushstring(L, luaL_typename(L, position)); }
    }
}

static int to_string(lua_State *L) {
    luaL_checkany(L, 1);
    mw_push_description(L, 1);
    return 1;
}

static int finish_protected(lua_State *L, int status, lua_KContext extra) {
    if (status == LUA_OK || status == LUA_YIELD) { return lua_gettop(L) - (int)extra; }
    mw_charge_caught(L, status);
    mw_name_overflow(L, status);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
}

static int protected_call(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    return finish_protected(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_protected), 0);
}

/* Calls the script's handler, unless the entry must end: hooks are off while a handler runs. */
static int guarded_handler(lua_State *L) {
    if (mw_entry_of(L)->outermost->ended) { return 1; }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int protected_call_with_handler(lua_State *L) {
    int count = lua_gettop(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, guarded_handler, 1);
    lua_replace(L, 2);
    lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2);
    int status = lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish_protected);
    return finish_protected(L, status, 2);
}

static void refuse_field(lua_State *L, const char *name) {
    lua_pushstring(L, name);
    if (lua_rawget(L, 2) != LUA_TNIL) { luaL_error(L, "a metatable must not have %s", name); }
    lua_pop(L, 1);
}

/* Lua would not find the metamethod: see concatenation.c. */
static void refuse_concatenation(lua_State *L) {
    lua_pushliteral(L, "__concat");
    if (lua_rawget(L, 2) != LUA_TNIL) {
        luaL_error(L, "a metatable must not have __concat: this release of Lua can use freed memory after calling it");
    }
    lua_pop(L, 1);
}

/* Scripts do not see the metatable of a marked list. */
static int get_metatable(lua_State *L) {
    luaL_checkany(L, 1);
    if (!lua_getmetatable(L, 1) || mw_is_marked_list(L, 1)) {
        lua_pushnil(L);
    } else {
        luaL_getmetafield(L, 1, "__metatable");
    }
    return 1;
}

/* Refuses finalizers, which no budget limits, and weak tables, which old releases of Lua 5.4 get wrong. */
static int set_metatable(lua_State *L) {
    int type = lua_type(L, 2);
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
        return luaL_error(L, "cannot change a protected metatable");
    }
    if (type == LUA_TTABLE) {
        refuse_field(L, "__gc");
        refuse_field(L, "__mode");
        if (mw_concatenation_is_broken()) { refuse_concatenation(L); }
    }
    lua_settop(L, 2);
    lua_setmetatable(L, 1);
    return 1;
}

/* A guarded table, such as the globals, can only be changed through its guard. */
static int raw_set(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checkany(L, 2);
    luaL_checkany(L, 3);
    lua_settop(L, 3);
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
        return luaL_error(L, "rawset cannot change a guarded table");
    }
    lua_rawset(L, 1);
    return 1;
}

static int collect_garbage(lua_State *L) {
    const char *option = luaL_optstring(L, 1, "collect");
    if (option[0] != 'c' || option[1] != 'o' || option[2] != 'u' || option[3] != 'n' || option[4] != 't' || option[5]) {
        return luaL_error(L, "collectgarbage supports only \"count\" here");
    }
    lua_pushnumber(L, (lua_Number)mw_memory_in_use(mw_entry_of(L)->state) / 1024);
    return 1;
}

const luaL_Reg mw_base_functions[] = {
    {"collectgarbage", collect_garbage},
    {"getmetatable", get_metatable},
    {"next", mw_sorted_next},
    {"pairs", mw_sorted_pairs},
    {"pcall", protected_call},
    {"rawset", raw_set},
    {"setmetatable", set_metatable},
    {"tostring", to_string},
    {"xpcall", protected_call_with_handler},
    {NULL, NULL},
};

MW_MAY_LONGJMP_END
