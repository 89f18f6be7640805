#ifndef RAW_STATE_H
#define RAW_STATE_H

#include "RawLua.h"

#include <lua.h>

struct raw_lua {
    lua_State *state;
    int function;
    int64_t result;
    int64_t hook_count;
};

#endif
