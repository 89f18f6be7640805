// The system's Lua, and a refusal of anything but 5.4.
#ifndef CLUA_H
#define CLUA_H

#if !__has_include(<lua.h>)
#error "Moonwire needs Lua 5.4: install liblua5.4-dev (Debian) or lua@5.4 (Homebrew), and pkg-config"
#else
#include <lua.h>
#if LUA_VERSION_NUM != 504
#error "Moonwire needs Lua 5.4, and pkg-config found another version: check `pkg-config --modversion lua5.4`"
#endif
#include <lauxlib.h>
#include <lualib.h>
#endif

#endif
