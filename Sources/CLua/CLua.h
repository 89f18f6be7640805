#ifndef CLUA_H
#define CLUA_H

#if __has_include(<lua.h>)
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
#else
#error "Lua 5.4 was not found: install liblua5.4-dev (apt) or lua@5.4 (brew)"
#endif

#if LUA_VERSION_NUM != 504
#error "This is not Lua 5.4: install liblua5.4-dev (apt) or lua@5.4 (brew)"
#endif

#endif
