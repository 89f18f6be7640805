#include "../internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

MW_MAY_LONGJMP_BEGIN

/* Bytes of source that cost as much as one instruction, because no instruction is counted while it is parsed. */
#define BYTES_PER_UNIT 4
/* Bytes that the name of a chunk may have, because the host remembers it. */
#define LONGEST_NAME 1000

/* Refuses source and names that are too long, and charges for the rest. Checking source needs more of the C stack than a call
   does. */
static void charge_source(lua_State *L, const char *name, size_t length) {
    mw_need_stack(L);
    size_t limit = mw_entry_of(L)->state->limits.source;
    if (length > limit) {
        luaL_error(L, "%s is too long: %I bytes, but the limit is %I", name, (lua_Integer)length, (lua_Integer)limit);
    }
    mw_charge(L, length / BYTES_PER_UNIT);
}

/* Joins the pieces that the function at the first position returns. */
static void join_pieces(lua_State *L) {
    size_t limit = mw_entry_of(L)->state->limits.source;
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (;;) {
        lua_pushvalue(L, 1);
        lua_call(L, 0, 1);
        if (lua_isnil(L, -1)) { break; }
        if (lua_type(L, -1) != LUA_TSTRING) { luaL_error(L, "reader function must return a string"); }
        size_t length = lua_rawlen(L, -1);
        if (length == 0) { break; }
        if (luaL_bufflen(&buffer) + length > limit) { charge_source(L, "the chunk", luaL_bufflen(&buffer) + length); }
        luaL_addvalue(&buffer);
    }
    lua_pop(L, 1);
    luaL_pushresult(&buffer);
    lua_replace(L, 1);
}

/* Sets the environment: the only upvalue that the chunk on top can have. */
static int finish_load(lua_State *L, int status, int environment) {
    if (status != LUA_OK) {
        luaL_pushfail(L);
        lua_insert(L, -2);
        return 2;
    }
    if (environment) {
        lua_pushvalue(L, environment);
        if (!lua_setupvalue(L, -2, 1)) { lua_pop(L, 1); }
    }
    return 1;
}

/* Accepts a mode for compatibility: bytecode is refused in every mode. */
static int load_source(lua_State *L) {
    int environment = lua_isnone(L, 4) ? 0 : 4;
    size_t name_length = 0;
    const char *name = luaL_optlstring(L, 2, "=(load)", &name_length);
    luaL_argcheck(L, name_length <= LONGEST_NAME, 2, "name is too long");
    lua_settop(L, 4);
    if (!lua_isstring(L, 1)) {
        luaL_checktype(L, 1, LUA_TFUNCTION);
        join_pieces(L);
    }
    size_t length = 0;
    const char *text = lua_tolstring(L, 1, &length);
    charge_source(L, "the chunk", length);
    return finish_load(L, mw_compile(L, text, length, name), environment);
}

static int file_failed(lua_State *L, const char *what, const char *name, const char *why) {
    lua_pushfstring(L, "cannot %s %s: %s", what, name, why);
    return LUA_ERRFILE;
}

/* Skips a byte order mark, and a first line that is for the shell. */
static const char *skip_head(const char *text, const char *end) {
    if (end - text >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) { text += 3; }
    if (text == end || *text != '#') { return text; }
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    return newline ? newline : end;
}

/* Pushes the file as a function, or a message. */
static int compile_file(lua_State *L, const char *name, size_t size) {
    char *text = lua_newuserdatauv(L, size + 1, 0);
    FILE *file = fopen(name, "r");
    if (!file) { return file_failed(L, "open", name, strerror(errno)); }
    size_t length = fread(text, 1, size + 1, file);
    int failure = ferror(file) ? errno : 0;
    fclose(file);
    if (failure) { return file_failed(L, "read", name, strerror(failure)); }
    if (length > size) { return file_failed(L, "read", name, "it grew while it was read"); }
    const char *source = skip_head(text, text + length);
    lua_pushfstring(L, "@%s", name);
    return mw_compile(L, source, (size_t)(text + length - source), lua_tostring(L, -1));
}

/* As above; the name of the file is at the first position. */
static int parse_file(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    struct stat status;
    if (stat(name, &status) != 0) { return file_failed(L, "open", name, strerror(errno)); }
    if (!S_ISREG(status.st_mode)) { return luaL_error(L, "%s is not a regular file", name); }
    charge_source(L, name, (size_t)status.st_size);
    int top = lua_gettop(L), outcome = compile_file(L, name, (size_t)status.st_size);
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
    return outcome;
}

static int load_file(lua_State *L) {
    int environment = lua_isnone(L, 3) ? 0 : 3;
    return finish_load(L, parse_file(L), environment);
}

static int give_results(lua_State *L, int status, lua_KContext extra) {
    (void)status;
    (void)extra;
    return lua_gettop(L) - 1;
}

static int run_file(lua_State *L) {
    lua_settop(L, 1);
    if (parse_file(L) != LUA_OK) { return lua_error(L); }
    lua_callk(L, 0, LUA_MULTRET, 0, give_results);
    return give_results(L, LUA_OK, 0);
}

const luaL_Reg mw_chunk_functions[] = {
    {"dofile", run_file}, {"load", load_source}, {"loadfile", load_file}, {NULL, NULL},
};

static int traceback(lua_State *L) {
    lua_State *thread = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
    int message = thread == L && !lua_isthread(L, 1) ? 1 : 2;
    if (!lua_isnoneornil(L, message) && !lua_isstring(L, message)) {
        lua_pushvalue(L, message);
        return 1;
    }
    lua_Integer level = luaL_optinteger(L, message + 1, L == thread ? 1 : 0);
    luaL_argcheck(L, level >= 0 && level < 1 << 30, message + 1, "level out of range");
    luaL_traceback(L, thread, lua_tostring(L, message), (int)level);
    return 1;
}

const luaL_Reg mw_debug_functions[] = {
    {"traceback", traceback},
    {NULL, NULL},
};

/* The library of files. Scripts can neither read nor change its metatable, because no budget limits a finalizer. */
int mw_open_files(lua_State *L) {
    mw_entry_of(L)->state->compiler.has_closables = true;
    lua_pushcfunction(L, luaopen_io);
    lua_call(L, 0, 1);
    luaL_getmetatable(L, LUA_FILEHANDLE);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    /* It would return an address. */
    lua_pushnil(L);
    lua_setfield(L, -2, "__tostring");
    lua_pop(L, 1);
    return 1;
}

MW_MAY_LONGJMP_END
