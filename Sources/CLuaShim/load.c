#include "internal.h"

#include <string.h>

MW_JUMPED_OVER_BEGIN

typedef struct lines {
    const char *rest;
    const char *end;
    int count;
} lines;

static const char *next_line(lua_State *L, void *argument, size_t *length) {
    (void)L;
    lines *text = argument;
    const char *line = text->rest;
    if (line == text->end) {
        *length = 0;
        return NULL;
    }
    const char *newline = memchr(line, '\n', (size_t)(text->end - line));
    text->rest = newline ? newline + 1 : text->end;
    text->count++;
    *length = (size_t)(text->rest - line);
    return line;
}

/* On top is a message that lacks its place: the line is the last that Lua asks for when it reads the text once more. */
static void add_place(lua_State *L, const char *text, size_t length, const char *name) {
    lines lines = {.rest = text, .end = text + length};
    lua_load(L, next_line, &lines, name, "t");
    lua_pop(L, 1);
    luaL_loadbufferx(L, "", 0, name, "t");
    lua_Debug activation;
    lua_getinfo(L, ">S", &activation);
    /* Cannot raise: it knows the format, and memory is granted when the host asks. */
    lua_pushfstring(L, "%s:%d: %s", activation.short_src, lines.count, lua_tostring(L, -1));
    lua_remove(L, -2);
}

/* Pushes the text as a function, or what is wrong with it; that it cannot be compiled rightly is an error of syntax, too. */
int mw_compile(lua_State *L, const char *text, size_t length, const char *name) {
    int status = luaL_loadbufferx(L, text, length, name, "t");
    return status == LUA_OK && mw_refuse_miscompiled(L, text, length) ? LUA_ERRSYNTAX : status;
}

/* Of its own errors of syntax Lua tells the place; of source that is nested too deeply, which is none to it, and of bytes that
   are no source it does not. */
int mw_load_text(lua_State *L, const char *text, size_t length, const char *name) {
    int status = mw_compile(L, text, length, name);
    bool is_binary = length > 0 && *text == *LUA_SIGNATURE;
    if (status != LUA_ERRRUN && !(status == LUA_ERRSYNTAX && is_binary)) { return status; }
    add_place(L, text, length, name);
    return LUA_ERRSYNTAX;
}

int mw_load(mw_stack *L, const void *text, size_t length, const char *name) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    /* Cannot raise: the host is on top, so memory is granted. */
    switch (mw_load_text(L, text ? text : "", length, name)) {
    case LUA_OK: return MW_OK;
    case LUA_ERRMEM: return MW_NO_MEMORY;
    default: return MW_SYNTAX;
    }
}

MW_JUMPED_OVER_END
