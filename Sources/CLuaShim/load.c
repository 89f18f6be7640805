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

/* Replaces the message on top by one with a place. */
static void put_place(lua_State *L, const char *name, int line) {
    luaL_loadbufferx(L, "", 0, name, "t");
    lua_Debug activation;
    lua_getinfo(L, ">S", &activation);
    /* Cannot raise: it knows the format, and memory is granted when the host asks. */
    lua_pushfstring(L, "%s:%d: %s", activation.short_src, line, lua_tostring(L, -1));
    lua_remove(L, -2);
}

/* On top is a message that lacks its place: the line is the last that Lua asks for when it reads the text once more. */
static void add_place(lua_State *L, const char *text, size_t length, const char *name) {
    lines lines = {.rest = text, .end = text + length};
    lua_load(L, next_line, &lines, name, "t");
    lua_pop(L, 1);
    put_place(L, name, lines.count);
}

/* What Lua is given at once, in bytes: between two pieces the clock is read. */
#define PIECE 4096
/* Nanoseconds that compiling a chunk may take, and what each byte that is compiled adds: many times what it does take. */
#define COMPILE_TIME ((uint64_t)50000000)
#define COMPILE_TIME_PER_BYTE 400
#define MOST_COMPILE_TIME ((uint64_t)1000000000)

typedef struct pieces {
    const char *start, *rest, *end;
    uint64_t began, worked_at; /* The clock on the wall, and the CPU time of this thread. */
    bool is_refused;
} pieces;

static bool takes_too_long(const pieces *text) {
    uint64_t by_length = (uint64_t)(text->rest - text->start) * COMPILE_TIME_PER_BYTE;
    uint64_t allowed = COMPILE_TIME + (by_length < MOST_COMPILE_TIME ? by_length : MOST_COMPILE_TIME);
    return mw_wall_time() - text->began > allowed && mw_cpu_time() - text->worked_at > allowed;
}

/* Where it takes too long, the text ends: an error would go through a handler of the script. */
static const char *next_piece(lua_State *L, void *argument, size_t *length) {
    (void)L;
    pieces *text = argument;
    const char *piece = text->rest;
    size_t left = (size_t)(text->end - piece);
    *length = left < PIECE ? left : PIECE;
    if (left > 0 && text->began == 0) {
        text->began = mw_wall_time();
        text->worked_at = mw_cpu_time();
    } else if (left > 0 && takes_too_long(text)) {
        text->is_refused = true;
        *length = 0;
    }
    text->rest += *length;
    return *length > 0 ? piece : NULL;
}

static int count_lines(const char *text, const char *end) {
    int count = 1;
    while ((text = memchr(text, '\n', (size_t)(end - text)))) {
        text++;
        count++;
    }
    return count;
}

/* Compiles the text, unless that takes much longer than its length tells. Lua's compiler goes through all jumps of an expression for
   each `and`, through all variables and functions outside for each name, and through all numbers that it files alike. */
static int compile_in_time(lua_State *L, const char *text, size_t length, const char *name) {
    pieces pieces = {.start = text, .rest = text, .end = text + length};
    int status = lua_load(L, next_piece, &pieces, name, "t");
    if (!pieces.is_refused) { return status; }
    lua_pop(L, 1);
    lua_pushliteral(L, "the script takes too long to compile\n    split long expressions and functions near this line");
    put_place(L, name, count_lines(text, pieces.rest));
    return LUA_ERRSYNTAX;
}

/* Pushes the text as a function, or what is wrong with it; that it cannot be compiled rightly is an error of syntax, too. */
int mw_compile(lua_State *L, const char *text, size_t length, const char *name) {
    int line = mw_line_of_many_jumps(text, length);
    if (line > 0) {
        lua_pushfstring(L, "a function has more than %d `break` and `goto` statements", MW_MOST_JUMPS);
        put_place(L, name, line);
        return LUA_ERRSYNTAX;
    }
    int status = compile_in_time(L, text, length, name);
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
