#include "parallel.h"

#include <pthread.h>
#include <string.h>

/* Finds assignments to captured variables in functions that Lua has compiled and stored. Lua 5.4 stores them in one format, and
   mw_can_find_assignments tries whether this library does. */

enum { HEADER = 31, OPERATION = 0x7f, SET_UPVALUE = 10, MARK_OF_LINE = -0x80, MOST_UPVALUES = 255 };
enum { NIL = 0, FALSE = 1, TRUE = 17, INTEGER = 3, NUMBER = 19, SHORT_STRING = 4, LONG_STRING = 20 };
/* Lua compiles functions within functions up to its limit of 200 levels. */
enum { DEEPEST = 220 };

typedef struct reader {
    const unsigned char *next, *end;
    bool is_broken;
} reader;

/* One function that is being read, and the lines where it assigns captured variables; zero for none. */
typedef struct function {
    const unsigned char *code;
    size_t code_count;
    int first_line;
    size_t upvalue_count;
    const unsigned char *upvalues;
    int lines[MOST_UPVALUES + 1];
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

static void skip_string(reader *from) {
    size_t size = count(from);
    if (size > 0) { skip(from, size - 1, 1); }
}

static void skip_constants(reader *from) {
    for (size_t left = count(from); left > 0 && !from->is_broken; left--) {
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
}

static void note(function *in, size_t upvalue, int line) {
    int *known = &in->lines[upvalue & MOST_UPVALUES];
    if (*known == 0 || line < *known) { *known = line > 0 ? line : 1; }
}

static uint32_t instruction(const function *of, size_t index) {
    uint32_t value;
    memcpy(&value, of->code + index * sizeof value, sizeof value);
    return value;
}

static void note_assignment(function *in, size_t index, int line) {
    uint32_t code = index < in->code_count ? instruction(in, index) : 0;
    if ((code & OPERATION) == SET_UPVALUE) { note(in, code >> 16 & 0xff, line); }
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
            if (inner->lines[i] > 0 && !upvalue[0]) { note(into, upvalue[1], inner->lines[i]); }
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
    skip_constants(from);
    into->upvalue_count = count(from);
    into->upvalues = skip(from, into->upvalue_count, 3);
    if (into->upvalue_count > MOST_UPVALUES) { from->is_broken = true; }
    if (from->is_broken) { return; }
    read_inner(from, into, depth);
    read_lines(from, into);
    skip_names(from);
}

bool mw_find_assignment(const unsigned char *bytes, size_t length, mw_assignment *found) {
    *found = (mw_assignment){.upvalue = -1};
    reader from = {.next = bytes, .end = bytes + length};
    skip(&from, HEADER + 1, 1);
    function *whole = calloc(1, sizeof *whole);
    if (!whole) { abort(); }
    read_function(&from, whole, 0);
    for (size_t i = 0; i < whole->upvalue_count && i <= MOST_UPVALUES; i++) {
        if (whole->lines[i] == 0 || (found->upvalue >= 0 && whole->lines[i] >= found->line)) { continue; }
        *found = (mw_assignment){.upvalue = (int)i, .line = whole->lines[i]};
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

/* Line 6 assigns the first captured variable, within another function; line 5 assigns a local one, and 7 none. */
static const char sample[] = "local a, b = 1, 'two'\n"
                             "return function(x)\n"
                             "local c = 2.5\n"
                             "local function inner()\n"
                             "c = c + 1\n"
                             "a = b .. c\n"
                             "x = 300000000\n"
                             "end\n"
                             "return inner\n"
                             "end";

static bool library_fits;

static void try_sample(void) {
    lua_State *L = luaL_newstate();
    if (!L) { abort(); }
    if (luaL_loadbufferx(L, sample, sizeof sample - 1, "sample", "t") == LUA_OK && lua_pcall(L, 0, 1, 0) == LUA_OK) {
        size_t length = 0;
        mw_assignment found;
        unsigned char *bytes = mw_dump(L, &length);
        const char *name = NULL;
        library_fits = mw_find_assignment(bytes, length, &found) && found.line == 6 && found.upvalue >= 0
            && (name = lua_getupvalue(L, -1, found.upvalue + 1)) && strcmp(name, "a") == 0;
        free(bytes);
    }
    lua_close(L);
}

bool mw_can_find_assignments(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, try_sample);
    return library_fits;
}

MW_MAY_LONGJMP_END
