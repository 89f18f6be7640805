#include "RawObjects.h"
#include "RawState.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>

// The minimum that an instruction budget needs: find the state's record, and count.
static void count_instructions(lua_State *state, lua_Debug *activation) {
    (void)activation;
    raw_lua *raw = *(raw_lua **)lua_getextraspace(state);
    raw->hook_count++;
}

void raw_lua_arm(lua_State *state, int hook_interval) {
    if (hook_interval > 0) lua_sethook(state, count_instructions, LUA_MASKCOUNT, hook_interval);
}

static int successor(lua_State *state) {
    lua_pushinteger(state, luaL_checkinteger(state, 1) + 1);
    return 1;
}

static int open_everything(lua_State *state) {
    luaL_openlibs(state);
    lua_register(state, "f", successor);
    raw_objects_open(state);
    return 0;
}

raw_lua *raw_lua_new(int hook_interval) {
    raw_lua *raw = calloc(1, sizeof *raw);
    if (!raw) return NULL;
    raw->function = LUA_NOREF;
    raw->state = luaL_newstate();
    if (!raw->state) {
        free(raw);
        return NULL;
    }
    *(raw_lua **)lua_getextraspace(raw->state) = raw;
    lua_pushcfunction(raw->state, open_everything);
    if (lua_pcall(raw->state, 0, 0, 0) != LUA_OK) {
        raw_lua_free(raw);
        return NULL;
    }
    raw_lua_arm(raw->state, hook_interval);
    return raw;
}

void raw_lua_free(raw_lua *raw) {
    lua_close(raw->state);
    free(raw);
}

_Bool raw_lua_prepare(raw_lua *raw, const char *text) {
    lua_State *state = raw->state;
    if (luaL_loadstring(state, text) != LUA_OK || lua_pcall(state, 0, 1, 0) != LUA_OK) {
        lua_settop(state, 0);
        return 0;
    }
    luaL_unref(state, LUA_REGISTRYINDEX, raw->function);
    raw->function = luaL_ref(state, LUA_REGISTRYINDEX);
    return 1;
}

// A call from the host: reference, argument, protected call, result.
static inline _Bool call(raw_lua *raw, lua_Integer argument) {
    lua_State *state = raw->state;
    lua_rawgeti(state, LUA_REGISTRYINDEX, raw->function);
    lua_pushinteger(state, argument);
    if (lua_pcall(state, 1, 1, 0) != LUA_OK) {
        lua_settop(state, 0);
        return 0;
    }
    raw->result = lua_tointegerx(state, -1, NULL);
    lua_settop(state, -2);
    return 1;
}

_Bool raw_lua_run(raw_lua *raw, int64_t count) { return call(raw, count); }

_Bool raw_lua_call_repeatedly(raw_lua *raw, int64_t count) {
    raw->result = 0;
    for (int64_t turn = 0; turn < count; turn++) {
        if (!call(raw, raw->result)) return 0;
    }
    return 1;
}

int64_t raw_lua_result(const raw_lua *raw) { return raw->result; }

int64_t raw_lua_hook_count(const raw_lua *raw) { return raw->hook_count; }

raw_lua *raw_lua_read_file(const char *prelude, const char *path) {
    raw_lua *raw = calloc(1, sizeof *raw);
    if (!raw) return NULL;
    raw->state = luaL_newstate();
    if (!raw->state) {
        free(raw);
        return NULL;
    }
    luaL_openlibs(raw->state);
    if (luaL_dostring(raw->state, prelude) == LUA_OK && luaL_dofile(raw->state, path) == LUA_OK) return raw;
    raw_lua_free(raw);
    return NULL;
}
