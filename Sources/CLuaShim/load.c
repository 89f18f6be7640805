#include "internal.h"

#include <string.h>

MW_JUMPED_OVER_BEGIN

/* Replaces the message on top by one with a place. */
static void put_place(lua_State *L, const char *name, int line) {
    luaL_loadbufferx(L, "", 0, name, "t");
    lua_Debug activation;
    lua_getinfo(L, ">S", &activation);
    /* Cannot raise: it knows the format, and memory is granted when the host asks. */
    lua_pushfstring(L, "%s:%d: %s", activation.short_src, line, lua_tostring(L, -1));
    lua_remove(L, -2);
}

/* The most bytes that Lua gets between two readings of the clock. */
#define PIECE 4096
/* Nanoseconds that compiling a chunk may take, and what each byte that is compiled adds: many times what it does take. */
#define COMPILE_TIME ((uint64_t)50000000)
#define COMPILE_TIME_PER_BYTE 400
#define MOST_COMPILE_TIME ((uint64_t)1000000000)

/* A text that Lua is given line by line, long lines in several pieces. */
typedef struct lines {
    const char *start, *rest, *end;
    const char *looked_at;     /* Where the text continued when the clock was last read. */
    uint64_t began, worked_at; /* The clock on the wall, and the CPU time of this thread. */
    int line;                  /* That of the last piece. */
    bool is_refused;
} lines;

uint64_t mw_compile_time(size_t length) {
    uint64_t by_length = (uint64_t)length * COMPILE_TIME_PER_BYTE;
    return COMPILE_TIME + (by_length < MOST_COMPILE_TIME ? by_length : MOST_COMPILE_TIME);
}

static bool takes_too_long(const lines *text) {
    uint64_t allowed = mw_compile_time((size_t)(text->rest - text->start));
    return mw_wall_time() - text->began > allowed && mw_cpu_time() - text->worked_at > allowed;
}

static size_t next_length(const lines *text) {
    size_t left = (size_t)(text->end - text->rest), most = left < PIECE ? left : PIECE;
    const char *newline = memchr(text->rest, '\n', most);
    return newline ? (size_t)(newline + 1 - text->rest) : most;
}

/* Where it takes too long, the text ends: an error would go through a handler of the script. */
static const char *next_piece(lua_State *L, void *argument, size_t *length) {
    (void)L;
    lines *text = argument;
    const char *piece = text->rest;
    *length = 0;
    if (piece == text->end) { return NULL; }
    size_t next = next_length(text);
    if (text->began == 0) {
        text->began = mw_wall_time();
        text->worked_at = mw_cpu_time();
    } else if ((size_t)(piece - text->looked_at) + next > PIECE) {
        text->looked_at = piece;
        text->is_refused = takes_too_long(text);
        if (text->is_refused) { return NULL; }
    }
    if (piece == text->start || piece[-1] == '\n') { text->line++; }
    text->rest += next;
    *length = next;
    return piece;
}

/* Compiles the text, unless that takes much longer than its length explains; `line` is the last that Lua read. Lua's compiler goes
   through all jumps of an expression for each `and`, through all variables and functions outside for each name, and through all
   numbers that it files alike. */
static int compile_in_time(lua_State *L, const char *text, size_t length, const char *name, int *line) {
    lines lines = {.start = text, .rest = text, .end = text + length, .looked_at = text};
    int status = lua_load(L, next_piece, &lines, name, "t");
    *line = lines.line;
    if (!lines.is_refused) { return status; }
    lua_pop(L, 1);
    lua_pushliteral(L, "the script takes too long to compile\n    split long expressions and functions near this line");
    put_place(L, name, lines.line);
    return LUA_ERRSYNTAX;
}

static int compile(lua_State *L, const char *text, size_t length, const char *name, int *last_line) {
    int line = mw_line_of_many_jumps(text, length);
    if (line > 0) {
        lua_pushfstring(L, "a function has more than %d `break` and `goto` statements", MW_MOST_JUMPS);
        put_place(L, name, line);
        return LUA_ERRSYNTAX;
    }
    int status = compile_in_time(L, text, length, name, last_line);
    return status == LUA_OK && mw_refuse_miscompiled(L, text, length) ? LUA_ERRSYNTAX : status;
}

/* Pushes the text as a function, or what is wrong with it; that it cannot be compiled rightly is an error of syntax, too. */
int mw_compile(lua_State *L, const char *text, size_t length, const char *name) {
    int last_line = 0;
    return compile(L, text, length, name, &last_line);
}

/* Lua's own syntax errors have a place. Source that is nested too deeply, which is not a syntax error to Lua, and bytes that
   are not source have none: the fault is in the last line that Lua read. */
int mw_load_text(lua_State *L, const char *text, size_t length, const char *name) {
    int last_line = 0;
    int status = compile(L, text, length, name, &last_line);
    bool is_binary = length > 0 && *text == *LUA_SIGNATURE;
    if (status != LUA_ERRRUN && !(status == LUA_ERRSYNTAX && is_binary)) { return status; }
    put_place(L, name, last_line);
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
