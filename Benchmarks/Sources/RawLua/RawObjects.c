#include "RawObjects.h"

#include <lauxlib.h>
#include <string.h>

typedef struct {
    lua_Integer x, y;
} object;

static const char point_type[] = "point";
static const char adder_type[] = "adder";
static const char thing_type[] = "thing";

static int point_index(lua_State *state) {
    const object *self = luaL_checkudata(state, 1, point_type);
    const char *name = luaL_checkstring(state, 2);
    if (strcmp(name, "x") == 0) {
        lua_pushinteger(state, self->x);
        return 1;
    }
    return luaL_error(state, "point has no property \"%s\"", name);
}

static int point_newindex(lua_State *state) {
    object *self = luaL_checkudata(state, 1, point_type);
    const char *name = luaL_checkstring(state, 2);
    if (strcmp(name, "y") == 0) {
        self->y = luaL_checkinteger(state, 3);
        return 0;
    }
    return luaL_error(state, "point has no property \"%s\"", name);
}

static int add(lua_State *state, const char *type) {
    const object *self = luaL_checkudata(state, 1, type);
    lua_pushinteger(state, self->x + luaL_checkinteger(state, 2));
    return 1;
}

static int adder_add(lua_State *state) { return add(state, adder_type); }

static int thing_add(lua_State *state) { return add(state, thing_type); }

static int thing_get_x(lua_State *state) {
    const object *self = luaL_checkudata(state, 1, thing_type);
    lua_pushinteger(state, self->x);
    return 1;
}

// Getters in the first upvalue, methods in the second.
static int thing_index(lua_State *state) {
    luaL_checkudata(state, 1, thing_type);
    lua_pushvalue(state, 2);
    if (lua_rawget(state, lua_upvalueindex(1)) == LUA_TFUNCTION) {
        lua_pushvalue(state, 1);
        lua_call(state, 1, 1);
        return 1;
    }
    lua_pushvalue(state, 2);
    lua_rawget(state, lua_upvalueindex(2));
    return 1;
}

// Sets a global to a new object with the metatable of its type, which is on top of the stack and popped.
static void set_object(lua_State *state, const char *type) {
    lua_pop(state, 1);
    object *fresh = lua_newuserdatauv(state, sizeof *fresh, 0);
    fresh->x = 1;
    fresh->y = 0;
    luaL_setmetatable(state, type);
    lua_setglobal(state, type);
}

void raw_objects_open(lua_State *state) {
    luaL_newmetatable(state, point_type);
    lua_pushcfunction(state, point_index);
    lua_setfield(state, -2, "__index");
    lua_pushcfunction(state, point_newindex);
    lua_setfield(state, -2, "__newindex");
    set_object(state, point_type);

    luaL_newmetatable(state, adder_type);
    luaL_newlib(state, ((const luaL_Reg[]){{"add", adder_add}, {NULL, NULL}}));
    lua_setfield(state, -2, "__index");
    set_object(state, adder_type);

    luaL_newmetatable(state, thing_type);
    luaL_newlib(state, ((const luaL_Reg[]){{"x", thing_get_x}, {NULL, NULL}}));
    luaL_newlib(state, ((const luaL_Reg[]){{"add", thing_add}, {NULL, NULL}}));
    lua_pushcclosure(state, thing_index, 2);
    lua_setfield(state, -2, "__index");
    set_object(state, thing_type);
}
