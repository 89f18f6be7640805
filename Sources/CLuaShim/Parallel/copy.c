#include "parallel.h"

#include <string.h>

/* Makes functions from what image.c stored. */

MW_MAY_LONGJMP_BEGIN

typedef struct image_reader {
    lua_State *L;
    int made; /* The position of a list of the functions that were made. */
    int count;
    const char *next, *end;
} image_reader;

static bool read_bytes(image_reader *from, void *into, size_t size) {
    if ((size_t)(from->end - from->next) < size) { return false; }
    memcpy(into, from->next, size);
    from->next += size;
    return true;
}

static const char *read_block(image_reader *from, size_t *size) {
    if (!read_bytes(from, size, sizeof *size) || (size_t)(from->end - from->next) < *size) { return NULL; }
    const char *start = from->next;
    from->next += *size;
    return start;
}

static bool push_string(image_reader *from) {
    size_t length = 0;
    const char *string = read_block(from, &length);
    if (string) { lua_pushlstring(from->L, string, length); }
    return string != NULL;
}

/* Pushes a global: that with an empty name is the table of globals that scripts see. */
static bool push_global(image_reader *from) {
    lua_State *L = from->L;
    size_t length = 0;
    const char *name = read_block(from, &length);
    if (!name) { return false; }
    if (length == 0) { return lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS) != LUA_TNIL; }
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_GLOBALS);
    lua_pushlstring(L, name, length);
    lua_rawget(L, -2);
    lua_remove(L, -2);
    return !lua_isnil(L, -1);
}

/* Pushes a field of the table that a global guards. */
static bool push_field(image_reader *from) {
    lua_State *L = from->L;
    if (!push_global(from) || luaL_getmetafield(L, -1, "__index") != LUA_TTABLE || !push_string(from)) { return false; }
    lua_rawget(L, -2);
    lua_replace(L, -3);
    lua_pop(L, 1);
    return !lua_isnil(L, -1);
}

static bool push_again(image_reader *from) {
    lua_Integer number = 0;
    if (!read_bytes(from, &number, sizeof number)) { return false; }
    return lua_rawgeti(from->L, from->made, number) == LUA_TFUNCTION;
}

static bool push_value(image_reader *from);

typedef struct code_reader {
    const char *bytes;
    size_t length;
} code_reader;

/* Gives Lua the whole code at once. */
static const char *whole_code(lua_State *L, void *argument, size_t *length) {
    (void)L;
    code_reader *code = argument;
    *length = code->length;
    code->length = 0;
    return *length > 0 ? code->bytes : NULL;
}

static bool push_function(image_reader *from) {
    lua_State *L = from->L;
    if (!lua_checkstack(L, LUA_MINSTACK)) { return false; }
    code_reader code = {NULL, 0};
    code.bytes = read_block(from, &code.length);
    if (!code.bytes || lua_load(L, whole_code, &code, "parallel", "b") != LUA_OK) { return false; }
    int function = lua_gettop(L);
    lua_pushvalue(L, function);
    lua_rawseti(L, from->made, ++from->count);
    /* A captured variable has a value already: nil, or the globals. */
    for (int i = 1; lua_getupvalue(L, function, i); i++) {
        lua_pop(L, 1);
        if (!push_value(from)) { return false; }
        lua_setupvalue(L, function, i);
    }
    return true;
}

static bool push_value(image_reader *from) {
    lua_State *L = from->L;
    unsigned char kind = 0;
    if (!read_bytes(from, &kind, 1)) { return false; }
    switch (kind) {
    case MW_IMAGE_NIL: lua_pushnil(L); return true;
    case MW_IMAGE_FALSE:
    case MW_IMAGE_TRUE: lua_pushboolean(L, kind == MW_IMAGE_TRUE); return true;
    case MW_IMAGE_INTEGER: {
        lua_Integer integer = 0;
        if (!read_bytes(from, &integer, sizeof integer)) { return false; }
        lua_pushinteger(L, integer);
        return true;
    }
    case MW_IMAGE_NUMBER: {
        lua_Number number = 0;
        if (!read_bytes(from, &number, sizeof number)) { return false; }
        lua_pushnumber(L, number);
        return true;
    }
    case MW_IMAGE_STRING: return push_string(from);
    case MW_IMAGE_GLOBAL: return push_global(from);
    case MW_IMAGE_FIELD: return push_field(from);
    case MW_IMAGE_FUNCTION: return push_function(from);
    case MW_IMAGE_AGAIN: return push_again(from);
    default: return false;
    }
}

bool mw_copy_function(mw_stack *L, mw_image image) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    int top = lua_gettop(L);
    lua_newtable(L);
    image_reader from = {.L = L, .made = top + 1, .next = image.bytes, .end = (const char *)image.bytes + image.length};
    if (!push_value(&from)) {
        lua_settop(L, top);
        return false;
    }
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
    return true;
}

MW_MAY_LONGJMP_END
