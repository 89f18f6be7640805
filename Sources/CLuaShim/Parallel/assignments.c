#include "parallel.h"

#include <pthread.h>
#include <string.h>

/* Finds assignments to captured variables and to globals in functions that Lua has compiled and stored. Lua 5.4 stores them in one
   format, and mw_can_find_assignments tries whether this library does. */

enum { HEADER = 31, OPERATION = 0x7f, SET_UPVALUE = 10, SET_FIELD_OF_UPVALUE = 15, MARK_OF_LINE = -0x80 };
enum { NIL = 0, FALSE = 1, TRUE = 17, INTEGER = 3, NUMBER = 19, SHORT_STRING = 4, LONG_STRING = 20 };
/* Lua compiles functions within functions up to its limit of 200 levels. */
enum { DEEPEST = 220 };

typedef struct reader {
    const unsigned char *next, *end;
    bool is_broken;
} reader;

/* An assignment to a field of a captured table; the line is zero for none. */
typedef struct field {
    int line;
    const char *name;
    size_t length;
} field;

/* One function that is being read, and the lines where it assigns captured variables, zero for none, and fields of them. */
typedef struct function {
    const unsigned char *code;
    size_t code_count;
    int first_line;
    reader constants;
    size_t upvalue_count;
    const unsigned char *upvalues;
    int lines[MW_MOST_UPVALUES + 1];
    field fields[MW_MOST_UPVALUES + 1];
} function;

static const unsigned char *skip(reader *from, size_t count, size_t size) {
    const unsigned char *start = from->next;
    if (from->is_broken || count > (size_t)(from->end - start) / size) {
        from->is_broken = true;
        return start;
    }
    from->next += count * size;
    return start;
}

static int byte(reader *from) {
    const unsigned char *start = skip(from, 1, 1);
    return from->is_broken ? 0 : *start;
}

/* Seven bits in each byte, the highest first; the last byte has the eighth bit. */
static size_t count(reader *from) {
    size_t value = 0;
    for (int last = 0; !last && !from->is_broken;) {
        int next = byte(from);
        if (value > SIZE_MAX >> 8) { from->is_broken = true; }
        value = value << 7 | (size_t)(next & 0x7f);
        last = next & 0x80;
    }
    return from->is_broken ? 0 : value;
}

static const char *read_string(reader *from, size_t *length) {
    size_t size = count(from);
    *length = size > 0 ? size - 1 : 0;
    return (const char *)skip(from, *length, 1);
}

static void skip_string(reader *from) {
    size_t length = 0;
    read_string(from, &length);
}

static void skip_constant(reader *from) {
    switch (byte(from)) {
    case NIL:
    case FALSE:
    case TRUE: break;
    case INTEGER: skip(from, 1, sizeof(lua_Integer)); break;
    case NUMBER: skip(from, 1, sizeof(lua_Number)); break;
    case SHORT_STRING:
    case LONG_STRING: skip_string(from); break;
    default: from->is_broken = true;
    }
}

static void skip_constants(reader *from) {
    for (size_t left = count(from); left > 0 && !from->is_broken; left--) { skip_constant(from); }
}

static void note(function *in, size_t upvalue, int line) {
    int *known = &in->lines[upvalue & MW_MOST_UPVALUES];
    if (*known == 0 || line < *known) { *known = line > 0 ? line : 1; }
}

static void note_field(function *in, size_t upvalue, field found) {
    field *known = &in->fields[upvalue & MW_MOST_UPVALUES];
    if (known->line == 0 || found.line < known->line) { *known = found; }
}

/* The field with the name that is the constant with that number. */
static field named_field(const function *in, size_t number, int line) {
    reader from = in->constants;
    field found = {.line = line > 0 ? line : 1};
    size_t constant_count = count(&from);
    for (size_t i = 0; i < number && i < constant_count; i++) { skip_constant(&from); }
    if (number < constant_count && byte(&from) == SHORT_STRING) { found.name = read_string(&from, &found.length); }
    if (from.is_broken) { found.name = NULL; }
    return found;
}

static uint32_t instruction(const function *of, size_t index) {
    uint32_t value;
    memcpy(&value, of->code + index * sizeof value, sizeof value);
    return value;
}

static void note_assignment(function *in, size_t index, int line) {
    uint32_t code = index < in->code_count ? instruction(in, index) : 0;
    size_t first = code >> 7 & 0xff, second = code >> 16 & 0xff;
    if ((code & OPERATION) == SET_UPVALUE) { note(in, second, line); }
    if ((code & OPERATION) == SET_FIELD_OF_UPVALUE) { note_field(in, first, named_field(in, second, line)); }
}

/* Reads the lines of the instructions: each is stored as its distance from the one before, or whole, where there is a mark. */
static void read_lines(reader *from, function *into) {
    size_t line_count = count(from);
    const signed char *distances = (const signed char *)skip(from, line_count, 1);
    size_t whole_count = count(from);
    if (line_count != into->code_count) { from->is_broken = true; }
    int line = into->first_line;
    for (size_t index = 0; index < line_count && !from->is_broken; index++) {
        if (distances[index] != MARK_OF_LINE) {
            line += distances[index];
        } else if (whole_count > 0 && count(from) == index) {
            line = (int)count(from);
            whole_count--;
        } else {
            from->is_broken = true;
        }
        note_assignment(into, index, line);
    }
    if (whole_count > 0) { from->is_broken = true; }
}

static void skip_names(reader *from) {
    for (size_t left = count(from); left > 0 && !from->is_broken; left--) {
        skip_string(from);
        count(from);
        count(from);
    }
    for (size_t left = count(from); left > 0 && !from->is_broken; left--) { skip_string(from); }
}

static void read_function(reader *from, function *into, int depth);

/* A function within another assigns a variable of the outer one, or one that the outer one captures as well. */
static void read_inner(reader *from, function *into, int depth) {
    for (size_t left = count(from); left > 0 && !from->is_broken; left--) {
        function *inner = calloc(1, sizeof *inner);
        if (!inner) { abort(); }
        read_function(from, inner, depth + 1);
        for (size_t i = 0; i < inner->upvalue_count && !from->is_broken; i++) {
            const unsigned char *upvalue = inner->upvalues + 3 * i;
            if (upvalue[0]) { continue; }
            if (inner->lines[i] > 0) { note(into, upvalue[1], inner->lines[i]); }
            if (inner->fields[i].line > 0) { note_field(into, upvalue[1], inner->fields[i]); }
        }
        free(inner);
    }
}

static void read_function(reader *from, function *into, int depth) {
    if (depth > DEEPEST) { from->is_broken = true; }
    skip_string(from);
    into->first_line = (int)count(from);
    count(from);
    skip(from, 3, 1);
    into->code_count = count(from);
    into->code = skip(from, into->code_count, sizeof(uint32_t));
    into->constants = *from;
    skip_constants(from);
    into->upvalue_count = count(from);
    into->upvalues = skip(from, into->upvalue_count, 3);
    if (into->upvalue_count > MW_MOST_UPVALUES) { from->is_broken = true; }
    if (from->is_broken) { return; }
    read_inner(from, into, depth);
    read_lines(from, into);
    skip_names(from);
}

/* Keeps the assignment if it comes before the one that was found so far. */
static void keep_first(mw_assignment *found, mw_assignment other) {
    if (other.line > 0 && (found->upvalue < 0 || other.line < found->line)) { *found = other; }
}

bool mw_find_assignment(const unsigned char *bytes, size_t length, const bool *are_globals, mw_assignment *found) {
    *found = (mw_assignment){.upvalue = -1};
    reader from = {.next = bytes, .end = bytes + length};
    skip(&from, HEADER + 1, 1);
    function *whole = calloc(1, sizeof *whole);
    if (!whole) { abort(); }
    read_function(&from, whole, 0);
    for (size_t i = 0; i < whole->upvalue_count && i <= MW_MOST_UPVALUES; i++) {
        keep_first(found, (mw_assignment){.upvalue = (int)i, .line = whole->lines[i]});
        if (!are_globals[i]) { continue; }
        field global = whole->fields[i];
        keep_first(found, (mw_assignment){
            .upvalue = (int)i, .line = global.line, .is_global = true, .name = global.name, .length = global.length});
    }
    free(whole);
    return !from.is_broken && from.next == from.end;
}

MW_MAY_LONGJMP_BEGIN

typedef struct buffer {
    unsigned char *bytes;
    size_t length, capacity;
} buffer;

static int append(lua_State *L, const void *bytes, size_t size, void *argument) {
    (void)L;
    buffer *into = argument;
    while (into->capacity - into->length < size) {
        into->capacity = into->capacity ? 2 * into->capacity : 1024;
        into->bytes = mw_resize(into->bytes, into->capacity);
    }
    memcpy(into->bytes + into->length, bytes, size);
    into->length += size;
    return 0;
}

unsigned char *mw_dump(lua_State *L, size_t *length) {
    buffer into = {NULL, 0, 0};
    lua_dump(L, append, &into, 0);
    *length = into.length;
    return into.bytes;
}

void mw_find_globals(lua_State *L, int function, bool *are_globals) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    for (int i = 1; lua_getupvalue(L, function, i); i++) {
        are_globals[i - 1] = lua_rawequal(L, -1, -2);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Within another function, line 6 assigns a global, and 7 the first captured variable; line 5 assigns a local one, and 8 none. */
static const char sample[] = "local a, b = 1, 'two'\n"
                             "return function(x)\n"
                             "local c = 2.5\n"
                             "local function inner()\n"
                             "c = c + 1\n"
                             "d = 1\n"
                             "a = b .. c\n"
                             "x = 300000000\n"
                             "end\n"
                             "return inner\n"
                             "end";

static bool library_fits;

/* Whether both assignments are found in the function on top. */
static bool finds_both(lua_State *L) {
    size_t length = 0;
    mw_assignment found;
    bool are_globals[MW_MOST_UPVALUES + 1] = {false};
    unsigned char *bytes = mw_dump(L, &length);
    const char *name = NULL;
    bool finds_variable = mw_find_assignment(bytes, length, are_globals, &found) && found.line == 7 && found.upvalue >= 0
        && (name = lua_getupvalue(L, -1, found.upvalue + 1)) && strcmp(name, "a") == 0;
    if (name) { lua_pop(L, 1); }
    mw_find_globals(L, lua_gettop(L), are_globals);
    bool finds_global = mw_find_assignment(bytes, length, are_globals, &found) && found.line == 6 && found.is_global
        && found.length == 1 && found.name && *found.name == 'd';
    free(bytes);
    return finds_variable && finds_global;
}

static void try_sample(void) {
    lua_State *L = luaL_newstate();
    if (!L) { abort(); }
    if (luaL_loadbufferx(L, sample, sizeof sample - 1, "sample", "t") == LUA_OK && lua_pcall(L, 0, 1, 0) == LUA_OK) {
        library_fits = finds_both(L);
    }
    lua_close(L);
}

bool mw_can_find_assignments(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, try_sample);
    return library_fits;
}

MW_MAY_LONGJMP_END
