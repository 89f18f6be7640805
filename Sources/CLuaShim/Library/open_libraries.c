#include "../internal.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

MW_MAY_LONGJMP_BEGIN

/* All functions that a profile can contain, library by library. No script finds any other, such as those that end the process,
   change its locale, load machine code, accept bytecode, or inspect other functions. */
static const char *const names[] = {
    "assert", "collectgarbage", "dofile", "error", "getmetatable", "ipairs", "load", "loadfile", "next", "pairs",
    "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "select", "setmetatable", "tonumber", "tostring",
    "type", "warn", "xpcall",
    "coroutine.create", "coroutine.isyieldable", "coroutine.resume", "coroutine.running", "coroutine.status",
    "coroutine.wrap", "coroutine.yield",
    "debug.traceback",
    "io.close", "io.flush", "io.input", "io.lines", "io.open", "io.output", "io.popen", "io.read", "io.stderr",
    "io.stdin", "io.stdout", "io.tmpfile", "io.type", "io.write",
    "math.abs", "math.acos", "math.asin", "math.atan", "math.ceil", "math.cos", "math.deg", "math.exp", "math.floor",
    "math.fmod", "math.huge", "math.log", "math.max", "math.maxinteger", "math.min", "math.mininteger", "math.modf",
    "math.pi", "math.rad", "math.random", "math.randomseed", "math.sin", "math.sqrt", "math.tan", "math.tointeger",
    "math.type", "math.ult",
    "os.clock", "os.date", "os.difftime", "os.execute", "os.getenv", "os.remove", "os.rename", "os.time", "os.tmpname",
    "string.byte", "string.char", "string.find", "string.format", "string.gmatch", "string.gsub", "string.len",
    "string.lower", "string.match", "string.pack", "string.packsize", "string.rep", "string.reverse", "string.sub",
    "string.unpack", "string.upper",
    "table.concat", "table.insert", "table.move", "table.pack", "table.remove", "table.sort", "table.unpack",
    "utf8.char", "utf8.charpattern", "utf8.codepoint", "utf8.codes", "utf8.len", "utf8.offset",
};

enum { COUNT = sizeof names / sizeof *names };
_Static_assert(COUNT <= 64 * sizeof(mw_profile) / sizeof(uint64_t), "a profile has too few bits");

/* The value of a name: one of the three. */
typedef struct entry {
    lua_CFunction function;         /* The same one in all interpreters. */
    void (*constant)(lua_State *L); /* Pushes it. */
    lua_CFunction open;             /* Opens the library, whose functions share state: files, a random number. */
    const char *field;
    size_t library; /* The length of its name. */
} entry;

/* Found once, for all interpreters. */
static entry entries[COUNT];

/* The metamethods for arithmetic with strings. */
static const char *const operators[] = {
    "__add", "__sub", "__mul", "__mod", "__pow", "__div", "__idiv", "__unm",
};
enum { OPERATORS = sizeof operators / sizeof *operators };
static lua_CFunction arithmetic[OPERATORS];

lua_CFunction mw_stock_byte, mw_stock_codepoint, mw_stock_codes, mw_stock_format, mw_stock_unpack;

static void push_huge(lua_State *L) {
    lua_pushnumber(L, (lua_Number)HUGE_VAL);
}

static void push_pi(lua_State *L) {
    lua_pushnumber(L, (lua_Number)3.141592653589793238462643383279502884);
}

static void push_largest(lua_State *L) {
    lua_pushinteger(L, LUA_MAXINTEGER);
}

static void push_smallest(lua_State *L) {
    lua_pushinteger(L, LUA_MININTEGER);
}

/* A pattern that matches one UTF-8 character. */
static void push_character_pattern(lua_State *L) {
    lua_pushliteral(L, "[\0-\x7F\xC2-\xFD][\x80-\xBF]*");
}

static const struct {
    const char *name;
    void (*push)(lua_State *L);
} constants[] = {
    {"math.huge", push_huge},           {"math.maxinteger", push_largest}, {"math.mininteger", push_smallest},
    {"math.pi", push_pi},               {"utf8.charpattern", push_character_pattern},
};

static const struct {
    const char *library;
    const luaL_Reg *functions;
} own[] = {
    {"", mw_base_functions},         {"", mw_chunk_functions},      {"", mw_output_functions},
    {"coroutine", mw_coroutine_functions}, {"debug", mw_debug_functions}, {"string", mw_string_functions},
    {"string", mw_pattern_functions}, {"table", mw_table_functions}, {"utf8", mw_utf8_functions},
};

static lua_CFunction own_function(const char *name, const entry *entry) {
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (strlen(own[i].library) != entry->library || strncmp(own[i].library, name, entry->library) != 0) { continue; }
        for (const luaL_Reg *known = own[i].functions; known->name; known++) {
            if (strcmp(known->name, entry->field) == 0) { return known->func; }
        }
    }
    return NULL;
}

/* The function of Lua's libraries with that name. NULL if it has upvalues, and so must be created with its library. */
static lua_CFunction stock_function(lua_State *L, const char *name, size_t library, const char *field) {
    lua_settop(L, 0);
    lua_pushglobaltable(L);
    if (library > 0) {
        lua_pushlstring(L, name, library);
        lua_gettable(L, -2);
    }
    lua_getfield(L, -1, field);
    return lua_getupvalue(L, -1, 1) ? NULL : lua_tocfunction(L, -1);
}

static void find_entry(lua_State *L, const char *name, entry *entry) {
    const char *dot = strchr(name, '.');
    entry->library = dot ? (size_t)(dot - name) : 0;
    entry->field = dot ? dot + 1 : name;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (strcmp(constants[i].name, name) == 0) { entry->constant = constants[i].push; }
    }
    if (strncmp(name, "io.", 3) == 0) {
        entry->open = mw_open_files;
    } else if (!entry->constant) {
        entry->function = own_function(name, entry);
        if (!entry->function) { entry->function = stock_function(L, name, entry->library, entry->field); }
        if (!entry->function) { entry->open = luaopen_math; }
    }
}

static int find_all(lua_State *L) {
    luaL_openlibs(L);
    mw_stock_codes = stock_function(L, "utf8", 4, "codes");
    mw_stock_byte = stock_function(L, "string", 6, "byte");
    mw_stock_codepoint = stock_function(L, "utf8", 4, "codepoint");
    mw_stock_unpack = stock_function(L, "string", 6, "unpack");
    mw_stock_format = stock_function(L, "string", 6, "format");
    for (int i = 0; i < COUNT; i++) { find_entry(L, names[i], &entries[i]); }
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    for (size_t i = 0; i < OPERATORS; i++) {
        lua_getfield(L, -1, operators[i]);
        arithmetic[i] = lua_tocfunction(L, -1);
        lua_pop(L, 1);
    }
    return 0;
}

/* Uses a state of its own, without limits. Ends the process if it has no memory left. */
static void find_once(void) {
    lua_State *L = luaL_newstate();
    if (!L) { abort(); }
    lua_pushcfunction(L, find_all);
    if (lua_pcall(L, 0, 0, 0) != LUA_OK) { abort(); }
    lua_close(L);
}

int mw_function_count(void) {
    return COUNT;
}

const char *mw_function_name(int number) {
    return names[number];
}

static bool has(const mw_profile *profile, int number) {
    return profile->words[number / 64] >> (number % 64) & 1;
}

static bool is_same_library(int one, int other) {
    size_t length = entries[one].library;
    return entries[other].library == length && memcmp(names[one], names[other], length) == 0;
}

static void push_entry(lua_State *L, const entry *entry, int opened) {
    if (entry->function) {
        lua_pushcfunction(L, entry->function);
    } else if (entry->constant) {
        entry->constant(L);
    } else {
        if (lua_isnil(L, opened)) {
            lua_pushcfunction(L, entry->open);
            lua_call(L, 0, 1);
            lua_replace(L, opened);
        }
        lua_getfield(L, opened, entry->field);
    }
}

/* Pushes a table of the functions of a library, from `first` to before `end`, that the profile contains; nil if it contains
   none. */
static void push_library(lua_State *L, const mw_profile *profile, int first, int end) {
    int wanted = 0;
    for (int i = first; i < end; i++) { wanted += has(profile, i); }
    lua_pushnil(L);
    int opened = lua_gettop(L);
    if (wanted == 0) { return; }
    /* The globals also contain the libraries, and what the host adds. */
    lua_createtable(L, 0, entries[first].library ? wanted : wanted + 16);
    for (int i = first; i < end; i++) {
        if (!has(profile, i)) { continue; }
        push_entry(L, &entries[i], opened);
        lua_setfield(L, opened + 1, entries[i].field);
    }
    lua_remove(L, opened);
}

/* Pushes a table with the same entries; nil for a value that is not a table. */
static void push_copy(lua_State *L, int original) {
    lua_pushnil(L);
    if (!lua_istable(L, original)) { return; }
    lua_newtable(L);
    lua_replace(L, -2);
    mw_copy_entries(L, original, lua_gettop(L));
}

/* Strings share a metatable that scripts can neither read nor change. Their methods are a copy of the library: when a script
   changes the library, strings do not change. */
static void set_string_metatable(lua_State *L, int strings) {
    lua_pushliteral(L, "");
    lua_createtable(L, 0, OPERATORS + 2);
    for (size_t i = 0; i < OPERATORS; i++) {
        lua_pushcfunction(L, arithmetic[i]);
        lua_setfield(L, -2, operators[i]);
    }
    push_copy(L, strings);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}

/* Creates the globals, with exactly what the profile contains. */
void mw_open_libraries(lua_State *L, const mw_profile *profile) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_once);
    for (int first = 0, end; first < COUNT; first = end) {
        for (end = first + 1; end < COUNT && is_same_library(first, end);) { end++; }
        push_library(L, profile, first, end);
        if (entries[first].library == 0) {
            if (lua_isnil(L, -1)) {
                lua_newtable(L);
                lua_replace(L, -2);
            }
            lua_pushvalue(L, -1);
            lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
            lua_pushvalue(L, -1);
            lua_rawseti(L, LUA_REGISTRYINDEX, MW_REGISTRY_GLOBALS);
            continue;
        }
        if (strncmp(names[first], "string.", 7) == 0) { set_string_metatable(L, lua_gettop(L)); }
        if (lua_isnil(L, -1)) {
            lua_pop(L, 1);
        } else {
            lua_pushlstring(L, names[first], entries[first].library);
            lua_insert(L, -2);
            lua_rawset(L, -3);
        }
    }
    lua_pop(L, 1);
}

MW_MAY_LONGJMP_END
