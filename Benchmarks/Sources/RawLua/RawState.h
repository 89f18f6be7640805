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

// Runs the hook after the given number of instructions; zero disables it. The state must have its record when any run.
void raw_lua_arm(lua_State *state, int hook_interval);

#endif
