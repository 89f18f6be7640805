#include "parallel.h"

#include <string.h>

/* Stores a function, and what it captures. */

MW_MAY_LONGJMP_BEGIN

typedef struct writer {
    lua_State *L;
    int known;  /* The position of a table of globals, and of the fields of tables among them, by value: their names. */
    int stored; /* Of a table of the functions that were stored, by value: their numbers. */
    int count;
    int depth;
    mw_image image;
    size_t capacity;
    size_t room;  /* The largest length of the image. */
    bool is_full; /* The image would be longer, and is discarded. */
    mw_capture *capture;
} writer;

static void write_bytes(writer *into, const void *bytes, size_t size) {
    if (into->is_full || size > into->room - into->image.length) {
        into->is_full = true;
        return;
    }
    while (into->capacity - into->image.length < size) {
        into->capacity = into->capacity ? 2 * into->capacity : 1024;
        into->image.bytes = mw_resize(into->image.bytes, into->capacity);
    }
    memcpy((char *)into->image.bytes + into->image.length, bytes, size);
    into->image.length += size;
}

static void write_kind(writer *into, int kind) {
    unsigned char byte = (unsigned char)kind;
    write_bytes(into, &byte, 1);
}

static void write_block(writer *into, const void *bytes, size_t size) {
    write_bytes(into, &size, sizeof size);
    write_bytes(into, bytes, size);
}

/* Records the fault of the function on top, which captures a variable, and returns false. */
static bool refuse(writer *into, int function, const char *name, int fault, int line) {
    mw_capture *capture = into->capture;
    lua_Debug activation;
    lua_pushvalue(into->L, function);
    lua_getinfo(into->L, ">S", &activation);
    capture->fault = fault;
    capture->line = line > 0 ? line : activation.linedefined;
    capture->source = activation.source + (*activation.source == '@');
    capture->source_length = activation.srclen - (size_t)(*activation.source == '@');
    strncpy(capture->name, name ? name : "?", sizeof capture->name - 1);
    capture->name[sizeof capture->name - 1] = '\0';
    return false;
}

/* A value that every interpreter of the family has among its globals. */
static bool write_known(writer *into, int value) {
    lua_State *L = into->L;
    lua_pushvalue(L, value);
    bool is_known = lua_rawget(L, into->known) == LUA_TTABLE;
    if (is_known) {
        bool is_field = lua_rawgeti(L, -1, 2) == LUA_TSTRING;
        lua_rawgeti(L, -2, 1);
        write_kind(into, is_field ? MW_IMAGE_FIELD : MW_IMAGE_GLOBAL);
        size_t length = 0;
        const char *name = lua_tolstring(L, -1, &length);
        write_block(into, name ? name : "", name ? length : 0);
        if (is_field) {
            name = lua_tolstring(L, -2, &length);
            write_block(into, name, length);
        }
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
    return is_known;
}

static bool write_function(writer *into, int position, int owner, const char *name);

static bool write_value(writer *into, int position, int owner, const char *name) {
    lua_State *L = into->L;
    int type = lua_type(L, position);
    switch (type) {
    case LUA_TNIL: write_kind(into, MW_IMAGE_NIL); return true;
    case LUA_TBOOLEAN: write_kind(into, lua_toboolean(L, position) ? MW_IMAGE_TRUE : MW_IMAGE_FALSE); return true;
    case LUA_TNUMBER:
        if (lua_isinteger(L, position)) {
            lua_Integer integer = lua_tointegerx(L, position, NULL);
            write_kind(into, MW_IMAGE_INTEGER);
            write_bytes(into, &integer, sizeof integer);
        } else {
            lua_Number number = lua_tonumberx(L, position, NULL);
            write_kind(into, MW_IMAGE_NUMBER);
            write_bytes(into, &number, sizeof number);
        }
        return true;
    case LUA_TSTRING: {
        size_t length = 0;
        const char *string = lua_tolstring(L, position, &length);
        write_kind(into, MW_IMAGE_STRING);
        write_block(into, string, length);
        return true;
    }
    default: break;
    }
    if (write_known(into, position)) { return true; }
    switch (type) {
    case LUA_TFUNCTION: return write_function(into, position, owner, name);
    case LUA_TTABLE: return refuse(into, owner, name, MW_CAPTURES_TABLE, 0);
    case LUA_TTHREAD: return refuse(into, owner, name, MW_CAPTURES_COROUTINE, 0);
    default: return refuse(into, owner, name, MW_CAPTURES_OBJECT, 0);
    }
}

/* Writes the number of a function that was stored already. */
static bool write_again(writer *into, int position) {
    lua_State *L = into->L;
    lua_pushvalue(L, position);
    bool is_stored = lua_rawget(L, into->stored) == LUA_TNUMBER;
    if (is_stored) {
        lua_Integer number = lua_tointegerx(L, -1, NULL);
        write_kind(into, MW_IMAGE_AGAIN);
        write_bytes(into, &number, sizeof number);
    }
    lua_pop(L, 1);
    return is_stored;
}

static void refuse_assignment(writer *into, int position, mw_assignment found) {
    lua_State *L = into->L;
    if (found.is_global) {
        char name[sizeof into->capture->name] = {0};
        size_t length = found.length < sizeof name ? found.length : sizeof name - 1;
        if (found.name) { memcpy(name, found.name, length); }
        refuse(into, position, name, MW_ASSIGNS_GLOBAL, found.line);
    } else {
        const char *name = lua_getupvalue(L, position, found.upvalue + 1);
        refuse(into, position, name, MW_ASSIGNS_CAPTURE, found.line);
        lua_pop(L, 1);
    }
}

static bool write_code(writer *into, int position) {
    lua_State *L = into->L;
    lua_pushvalue(L, position);
    size_t length = 0;
    unsigned char *bytes = mw_dump(L, &length);
    lua_pop(L, 1);
    mw_assignment found = {.upvalue = -1};
    bool are_globals[MW_MOST_UPVALUES + 1] = {false};
    mw_find_globals(L, position, are_globals);
    bool is_readable = mw_can_find_assignments() && mw_find_assignment(bytes, length, are_globals, &found);
    if (!is_readable) {
        refuse(into, position, NULL, MW_CAPTURES_UNREADABLE, 0);
    } else if (found.upvalue < 0) {
        write_block(into, bytes, length);
    } else {
        refuse_assignment(into, position, found);
    }
    free(bytes);
    return is_readable && found.upvalue < 0;
}

/* The position is not relative to the top; nor is that of the owner, which captures the function. */
static bool write_function(writer *into, int position, int owner, const char *name) {
    lua_State *L = into->L;
    if (into->is_full || write_again(into, position)) { return true; }
    if (lua_iscfunction(L, position)) { return refuse(into, owner, name, MW_CAPTURES_FUNCTION, 0); }
    if (into->depth == MW_DEEPEST_IMAGE || !lua_checkstack(L, LUA_MINSTACK)) {
        return refuse(into, owner, name, MW_CAPTURES_TOO_MUCH, 0);
    }
    into->depth++;
    lua_pushvalue(L, position);
    lua_pushinteger(L, ++into->count);
    lua_rawset(L, into->stored);
    write_kind(into, MW_IMAGE_FUNCTION);
    bool is_written = write_code(into, position);
    for (int i = 1; is_written; i++) {
        const char *captured = lua_getupvalue(L, position, i);
        if (!captured) { break; }
        is_written = write_value(into, lua_gettop(L), position, captured);
        lua_pop(L, 1);
    }
    into->depth--;
    return is_written;
}

/* Adds the value on top to the known ones, by the name of a global, and by that of a field if `field` is not zero. */
static void add_known(lua_State *L, int known, int name, int field) {
    int type = lua_type(L, -1);
    if (type != LUA_TTABLE && type != LUA_TFUNCTION && type != LUA_TUSERDATA) { return; }
    lua_pushvalue(L, -1);
    if (lua_rawget(L, known) == LUA_TNIL) {
        lua_pushvalue(L, -2);
        lua_createtable(L, 2, 0);
        if (name) {
            lua_pushvalue(L, name);
        } else {
            lua_pushliteral(L, "");
        }
        lua_rawseti(L, -2, 1);
        if (field) {
            lua_pushvalue(L, field);
            lua_rawseti(L, -2, 2);
        }
        lua_rawset(L, known);
    }
    lua_pop(L, 1);
}

/* Adds the fields of the table that the one on top guards. */
static void add_fields(lua_State *L, int known, int name) {
    if (lua_type(L, -1) != LUA_TTABLE || luaL_getmetafield(L, -1, "__index") == LUA_TNIL) { return; }
    int behind = lua_gettop(L);
    if (lua_istable(L, behind)) {
        /* Cannot raise: the key is the one that lua_next pushed, and the table does not change. */
        for (lua_pushnil(L); lua_next(L, behind);) {
            if (lua_type(L, -2) == LUA_TSTRING) { add_known(L, known, name, behind + 1); }
            lua_pop(L, 1);
        }
    }
    lua_settop(L, behind - 1);
}

static void add_globals(lua_State *L, int known) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    add_known(L, known, 0, 0);
    lua_pop(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_GLOBALS);
    int globals = lua_gettop(L);
    /* Cannot raise: the key is the one that lua_next pushed, and the table does not change. */
    for (lua_pushnil(L); lua_next(L, globals);) {
        if (lua_type(L, -2) == LUA_TSTRING) {
            add_known(L, known, globals + 1, 0);
            add_fields(L, known, globals + 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

int mw_mark_parallel(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_state *state = mw_entry_of(L)->state;
    position = lua_absindex(L, position);
    int number = mw_parallel_number(L, position);
    if (number > 0) { return number; }
    if (lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_PARALLEL) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawseti(L, LUA_REGISTRYINDEX, MW_REGISTRY_PARALLEL);
    }
    number = ++state->parallel_count;
    lua_pushvalue(L, position);
    lua_pushinteger(L, number);
    lua_rawset(L, -3);
    lua_pushvalue(L, position);
    lua_rawseti(L, -2, number);
    lua_pop(L, 1);
    return number;
}

int mw_parallel_number(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (mw_entry_of(L)->state->parallel_count == 0) { return 0; }
    position = lua_absindex(L, position);
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_PARALLEL);
    lua_pushvalue(L, position);
    lua_rawget(L, -2);
    int number = lua_type(L, -2) == LUA_TTABLE && lua_type(L, position) == LUA_TFUNCTION
        ? (int)lua_tointegerx(L, -1, NULL) : 0;
    lua_pop(L, 2);
    return number;
}

void mw_push_marked(mw_stack *L, int number) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_PARALLEL);
    lua_rawgeti(L, -1, number);
    lua_replace(L, -2);
}

int mw_parallel_count(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    return entry->state->parallel_count;
}

void mw_push_known(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_newtable(L);
    add_globals(L, lua_gettop(L));
}

bool mw_store_function(mw_stack *L, int known, int number, size_t room, mw_image *image, mw_capture *capture) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    int top = lua_gettop(L);
    *capture = (mw_capture){0};
    lua_newtable(L);
    writer into = {.L = L, .known = known, .stored = top + 1, .capture = capture, .room = room};
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_PARALLEL);
    lua_rawgeti(L, -1, number);
    int function = lua_gettop(L);
    bool is_stored = write_function(&into, function, function, NULL);
    if (is_stored && into.is_full) { is_stored = refuse(&into, function, NULL, MW_CAPTURES_TOO_LARGE, 0); }
    lua_settop(L, top);
    if (is_stored) {
        *image = into.image;
    } else {
        free(into.image.bytes);
    }
    return is_stored;
}

void mw_free_image(mw_image image) {
    free(image.bytes);
}

void mw_set_family(mw_entry *entry, uint64_t family) {
    MW_ASSERT_HELD(entry->state);
    entry->state->family = family;
}

MW_MAY_LONGJMP_END
