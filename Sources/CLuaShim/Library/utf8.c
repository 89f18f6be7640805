#include "../internal.h"

/* Releases before 5.4.5 skip continuation bytes where no character has begun. */

MW_MAY_LONGJMP_BEGIN

static size_t bytes_of(lua_Integer code) {
    size_t count = 1;
    for (lua_Integer limit = 0x80; code >= limit; limit <<= count == 2 ? 4 : 5) { count++; }
    return count;
}

/* Whether that byte is a continuation byte. */
static bool continues(lua_State *L, int text, size_t place) {
    size_t length = 0;
    const char *bytes = lua_tolstring(L, text, &length);
    return bytes && place < length && (bytes[place] & 0xC0) == 0x80;
}

static int refuse(lua_State *L) {
    return luaL_error(L, "invalid UTF-8 code");
}

/* (string, position): Lua's own step, which is the upvalue, between two checks of the bytes that it would skip. */
static int step(lua_State *L) {
    lua_settop(L, 2);
    if (lua_tointegerx(L, 2, NULL) == 0 && continues(L, 1, 0)) { return refuse(L); }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_call(L, 2, 2);
    if (lua_isnil(L, 3)) { return 1; }
    size_t start = (size_t)lua_tointegerx(L, 3, NULL) - 1;
    if (continues(L, 1, start + bytes_of(lua_tointegerx(L, 4, NULL)))) { return refuse(L); }
    return 2;
}

static int codes(lua_State *L) {
    lua_settop(L, 2);
    lua_pushcfunction(L, mw_stock_codes);
    lua_insert(L, 1);
    lua_call(L, 2, 3);
    lua_pushvalue(L, 1);
    lua_pushcclosure(L, step, 1);
    lua_replace(L, 1);
    return 3;
}

static int code_points(lua_State *L) {
    mw_check_slice(L);
    return mw_stock_codepoint(L);
}

const luaL_Reg mw_utf8_functions[] = {
    {"codepoint", code_points},
    {"codes", codes},
    {NULL, NULL},
};

MW_MAY_LONGJMP_END
