#include "../internal.h"

#include <string.h>

MW_MAY_LONGJMP_BEGIN

/* Adds a location to the message on top. */
static void add_location(lua_State *L, const char *name, int line) {
    luaL_loadbufferx(L, "", 0, name, "t");
    lua_Debug activation;
    lua_getinfo(L, ">S", &activation);
    /* Cannot raise: the format is valid, and memory is granted while the host runs. */
    lua_pushfstring(L, "%s:%d: %s", activation.short_src, line, lua_tostring(L, -1));
    lua_remove(L, -2);
}

/* The most bytes that Lua receives between two readings of the clock. */
#define PIECE 4096
/* Nanoseconds that compiling a chunk may take, and that each byte adds: many times what it does take. */
#define COMPILE_TIME ((uint64_t)50000000)
#define COMPILE_TIME_PER_BYTE 400
#define MOST_COMPILE_TIME ((uint64_t)1000000000)

/* Source that Lua receives line by line, long lines in several pieces. */
typedef struct lines {
    const char *start, *rest, *end;
    const char *checked_at;    /* Where the source continued when the clock was read last. */
    uint64_t began, worked_at; /* The wall clock, and the CPU time of this thread. */
    int line;                  /* The line of the last piece. */
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

/* Ends the source where compiling takes too long: an error would call a handler of the script. */
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
    } else if ((size_t)(piece - text->checked_at) + next > PIECE) {
        text->checked_at = piece;
        text->is_refused = takes_too_long(text);
        if (text->is_refused) { return NULL; }
    }
    if (piece == text->start || piece[-1] == '\n') { text->line++; }
    text->rest += next;
    *length = next;
    return piece;
}

/* Compiles the source, unless that takes much longer than its length explains; stores the last line that Lua read. Lua's
   compiler visits all jumps of an expression for each `and`, all enclosing variables and functions for each name, and all
   constants with the same hash.

   The new function is not yet on the stack while Lua's compiler makes room for it, so a collection at that moment would free
   it: there must be room already. */
static int compile_in_time(lua_State *L, const char *text, size_t length, const char *name, int *line) {
    if (!lua_checkstack(L, LUA_MINSTACK)) {
        lua_pushliteral(L, "not enough memory");
        return LUA_ERRMEM;
    }
    lines lines = {.start = text, .rest = text, .end = text + length, .checked_at = text};
    int status = lua_load(L, next_piece, &lines, name, "t");
    *line = lines.line;
    if (!lines.is_refused) { return status; }
    lua_pop(L, 1);
    lua_pushliteral(L, "the script takes too long to compile\n    split long expressions and functions near this line");
    add_location(L, name, lines.line);
    return LUA_ERRSYNTAX;
}

static int compile(lua_State *L, const char *text, size_t length, const char *name, int *last_line) {
    int line = mw_line_of_many_jumps(text, length);
    if (line > 0) {
        lua_pushfstring(L, "a function has more than %d `break` and `goto` statements", MW_MOST_JUMPS);
        add_location(L, name, line);
        return LUA_ERRSYNTAX;
    }
    int status = compile_in_time(L, text, length, name, last_line);
    return status == LUA_OK && mw_refuse_miscompiled(L, text, length) ? LUA_ERRSYNTAX : status;
}

/* Pushes the source as a function, or a message. Code that Lua would compile wrongly is a syntax error, too. */
int mw_compile(lua_State *L, const char *text, size_t length, const char *name) {
    int last_line = 0;
    return compile(L, text, length, name, &last_line);
}

/* Syntax errors of Lua have a location. Two errors have none, and get the last line that Lua read: source that is nested too
   deeply, which Lua does not report as a syntax error, and bytes that are not source. */
int mw_load_source(lua_State *L, const char *text, size_t length, const char *name) {
    int last_line = 0;
    int status = compile(L, text, length, name, &last_line);
    bool is_binary = length > 0 && *text == *LUA_SIGNATURE;
    if (status != LUA_ERRRUN && !(status == LUA_ERRSYNTAX && is_binary)) { return status; }
    add_location(L, name, last_line);
    return LUA_ERRSYNTAX;
}

int mw_load(mw_stack *L, const void *text, size_t length, const char *name) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    /* Cannot raise: the host runs, so memory is granted. */
    switch (mw_load_source(L, text ? text : "", length, name)) {
    case LUA_OK: return MW_OK;
    case LUA_ERRMEM: return MW_NO_MEMORY;
    default: return MW_SYNTAX;
    }
}

MW_MAY_LONGJMP_END
