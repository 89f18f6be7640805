#include "RawState.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

static _Bool finish(lua_State *state, int status) {
    if (status != LUA_OK) lua_settop(state, 0);
    return status == LUA_OK;
}

_Bool raw_lua_take_integers(raw_lua *raw, const int64_t *numbers, int count) {
    lua_State *state = raw->state;
    lua_rawgeti(state, LUA_REGISTRYINDEX, raw->function);
    lua_createtable(state, count, 0);
    for (int index = 0; index < count; index++) {
        lua_pushinteger(state, numbers[index]);
        lua_rawseti(state, -2, index + 1);
    }
    if (!finish(state, lua_pcall(state, 1, 1, 0))) return 0;
    raw->result = lua_tointegerx(state, -1, NULL);
    lua_settop(state, 0);
    return 1;
}

_Bool raw_lua_give_integers(raw_lua *raw) {
    lua_State *state = raw->state;
    lua_rawgeti(state, LUA_REGISTRYINDEX, raw->function);
    if (!finish(state, lua_pcall(state, 0, 1, 0))) return 0;
    int count = (int)lua_rawlen(state, -1);
    int64_t *numbers = malloc((size_t)count * sizeof *numbers);
    _Bool good = numbers != NULL;
    for (int index = 0; good && index < count; index++) {
        int is_integer = 0;
        good = lua_rawgeti(state, -1, index + 1) == LUA_TNUMBER;
        numbers[index] = lua_tointegerx(state, -1, &is_integer);
        good = good && is_integer;
        lua_settop(state, -2);
    }
    raw->result = good ? numbers[count - 1] : 0;
    free(numbers);
    lua_settop(state, 0);
    return good;
}

_Bool raw_lua_take_texts(raw_lua *raw, const char *const *texts, int count) {
    lua_State *state = raw->state;
    lua_rawgeti(state, LUA_REGISTRYINDEX, raw->function);
    lua_createtable(state, count, 0);
    for (int index = 0; index < count; index++) {
        lua_pushstring(state, texts[index]);
        lua_rawseti(state, -2, index + 1);
    }
    if (!finish(state, lua_pcall(state, 1, 1, 0))) return 0;
    raw->result = lua_tointegerx(state, -1, NULL);
    lua_settop(state, 0);
    return 1;
}

enum { LONGEST_TEXT = 32 };

_Bool raw_lua_give_texts(raw_lua *raw) {
    lua_State *state = raw->state;
    lua_rawgeti(state, LUA_REGISTRYINDEX, raw->function);
    if (!finish(state, lua_pcall(state, 0, 1, 0))) return 0;
    int count = (int)lua_rawlen(state, -1);
    char *texts = malloc((size_t)count * LONGEST_TEXT);
    _Bool good = texts != NULL;
    for (int index = 0; good && index < count; index++) {
        size_t length = 0;
        good = lua_rawgeti(state, -1, index + 1) == LUA_TSTRING;
        const char *text = good ? lua_tolstring(state, -1, &length) : "";
        good = good && length < LONGEST_TEXT;
        if (good) memcpy(texts + index * LONGEST_TEXT, text, length + 1);
        lua_settop(state, -2);
    }
    raw->result = good ? count : 0;
    free(texts);
    lua_settop(state, 0);
    return good;
}

_Bool raw_lua_take_objects(raw_lua *raw, int64_t count) {
    lua_State *state = raw->state;
    for (int64_t turn = 0; turn < count; turn++) {
        lua_rawgeti(state, LUA_REGISTRYINDEX, raw->function);
        int64_t *object = lua_newuserdatauv(state, sizeof *object, 0);
        *object = turn;
        luaL_setmetatable(state, "thing");
        if (!finish(state, lua_pcall(state, 1, 0, 0))) return 0;
    }
    raw->result = count;
    return 1;
}

_Bool raw_lua_open_and_close(int hook_interval) {
    lua_State *state = luaL_newstate();
    if (!state) return 0;
    luaL_openlibs(state);
    raw_lua_arm(state, hook_interval);
    lua_close(state);
    return 1;
}
