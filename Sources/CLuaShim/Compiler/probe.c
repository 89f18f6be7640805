#include "../internal.h"

#include <stdlib.h>
#include <string.h>

/* The version of the library that is linked; the headers may be of another release. Not every build exports it. */
extern const char lua_ident[] __attribute__((weak));

int mw_library_release(void) {
    static const char mark[] = "Lua " LUA_VERSION_MAJOR "." LUA_VERSION_MINOR ".";
    const char *found = &lua_ident[0] ? strstr(lua_ident, mark) : NULL;
    return found ? atoi(found + sizeof mark - 1) : mw_header_release();
}

int mw_header_release(void) {
    return LUA_VERSION_RELEASE_NUM % 100;
}

MW_MAY_LONGJMP_BEGIN

static int probe(lua_State *L) {
    const char *text = lua_touserdata(L, 1);
    luaL_openlibs(L);
    if (luaL_loadbufferx(L, text, strlen(text), "=probe", "t") != LUA_OK) { return lua_error(L); }
    lua_call(L, 0, 1);
    return 1;
}

MW_MAY_LONGJMP_END

bool mw_passes(const char *text) {
    lua_State *L = luaL_newstate();
    if (!L) { abort(); }
    lua_pushcfunction(L, probe);
    lua_pushlightuserdata(L, (void *)text);
    bool passes = lua_pcall(L, 1, 1, 0) == LUA_OK && lua_toboolean(L, -1);
    lua_close(L);
    return passes;
}
