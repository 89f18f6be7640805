#include "pattern.h"

#include <string.h>

MW_MAY_LONGJMP_BEGIN

/* Bytes of a plain search that cost as much as one instruction. */
#define BYTES_PER_UNIT 64

/* Where a search begins: `init` as an offset, at most one beyond the end of the string. */
static size_t start_of(lua_State *L, int argument, size_t length) {
    lua_Integer init = luaL_optinteger(L, argument, 1);
    if (init > 0) { return (size_t)init - 1; }
    if (init == 0 || init < -(lua_Integer)length) { return 0; }
    return length + (size_t)init;
}

static const char *find_plainly(
    lua_State *L, const char *text, size_t length, const char *wanted, size_t wanted_length) {
    if (wanted_length == 0) { return text; }
    const char *end = text + length;
    while ((size_t)(end - text) >= wanted_length) {
        const char *first = memchr(text, wanted[0], (size_t)(end - text) - wanted_length + 1);
        mw_charge(L, ((size_t)((first ? first : end) - text) + wanted_length) / BYTES_PER_UNIT + 1);
        if (!first) { return NULL; }
        if (memcmp(first, wanted, wanted_length) == 0) { return first; }
        text = first + 1;
    }
    return NULL;
}

static bool has_specials(const char *pattern, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (strchr("^$*+?.([%-", pattern[i]) && pattern[i] != '\0') { return true; }
    }
    return false;
}

static int push_place(lua_State *L, const char *text, const char *start, const char *end) {
    lua_pushinteger(L, start - text + 1);
    lua_pushinteger(L, end - text);
    return 2;
}

/* `string.find` and `string.match`: the first match from a position on. */
static int search_first(lua_State *L, bool finds) {
    size_t length = 0, pattern_length = 0;
    const char *text = luaL_checklstring(L, 1, &length);
    const char *pattern = luaL_checklstring(L, 2, &pattern_length);
    size_t start = start_of(L, 3, length);
    if (start > length) {
        luaL_pushfail(L);
        return 1;
    }
    if (finds && (lua_toboolean(L, 4) || !has_specials(pattern, pattern_length))) {
        const char *found = find_plainly(L, text + start, length - start, pattern, pattern_length);
        if (found) { return push_place(L, text, found, found + pattern_length); }
    } else {
        bool is_anchored = pattern_length > 0 && *pattern == '^';
        mw_search search;
        mw_search_begin(&search, L, text, length, pattern, pattern_length);
        const char *place = text + start;
        do {
            search.count = 0;
            const char *end = mw_match(&search, place, pattern + is_anchored);
            if (end) {
                mw_search_pay(&search);
                if (!finds) { return mw_push_captures(&search, place, end); }
                return push_place(L, text, place, end) + mw_push_captures(&search, NULL, NULL);
            }
        } while (place++ < search.text_end && !is_anchored);
        mw_search_pay(&search);
    }
    luaL_pushfail(L);
    return 1;
}

static int find(lua_State *L) {
    return search_first(L, true);
}

static int match(lua_State *L) {
    return search_first(L, false);
}

/* The state of an iterator: string, pattern, where to continue, and where the last match ended. */
enum { ITERATOR_TEXT = 1, ITERATOR_PATTERN, ITERATOR_PLACE, ITERATOR_LAST };

static int next_match(lua_State *L) {
    size_t length = 0, pattern_length = 0;
    const char *text = lua_tolstring(L, lua_upvalueindex(ITERATOR_TEXT), &length);
    const char *pattern = lua_tolstring(L, lua_upvalueindex(ITERATOR_PATTERN), &pattern_length);
    size_t start = (size_t)lua_tointeger(L, lua_upvalueindex(ITERATOR_PLACE));
    lua_Integer last = lua_tointeger(L, lua_upvalueindex(ITERATOR_LAST));
    mw_search search;
    mw_search_begin(&search, L, text, length, pattern, pattern_length);
    for (; start <= length; start++) {
        search.count = 0;
        const char *end = mw_match(&search, text + start, pattern);
        /* An empty match directly after the last one does not count. */
        if (end && end - text != last) {
            lua_pushinteger(L, end - text);
            lua_copy(L, -1, lua_upvalueindex(ITERATOR_PLACE));
            lua_replace(L, lua_upvalueindex(ITERATOR_LAST));
            mw_search_pay(&search);
            return mw_push_captures(&search, text + start, end);
        }
    }
    mw_search_pay(&search);
    lua_pushinteger(L, (lua_Integer)length + 1);
    lua_replace(L, lua_upvalueindex(ITERATOR_PLACE));
    return 0;
}

static int match_all(lua_State *L) {
    size_t length = 0;
    luaL_checklstring(L, 1, &length);
    luaL_checkstring(L, 2);
    size_t start = start_of(L, 3, length);
    lua_settop(L, 2);
    lua_pushinteger(L, (lua_Integer)(start > length ? length + 1 : start));
    lua_pushinteger(L, -1);
    lua_pushcclosure(L, next_match, 4);
    return 1;
}

/* The replacement is a string, in which `%1` is a capture and `%0` the match. */
static void add_text(mw_search *search, luaL_Buffer *buffer, const char *start, const char *end) {
    lua_State *L = search->L;
    size_t length = 0;
    const char *text = lua_tolstring(L, 3, &length);
    const char *text_end = text + length;
    while (text < text_end) {
        const char *escape = memchr(text, '%', (size_t)(text_end - text));
        luaL_addlstring(buffer, text, (size_t)((escape ? escape : text_end) - text));
        if (!escape) { return; }
        text = escape + 1;
        char kind = text < text_end ? *text++ : '\0';
        if (kind == '%') {
            luaL_addchar(buffer, '%');
        } else if (kind == '0') {
            luaL_addlstring(buffer, start, (size_t)(end - start));
        } else if (kind >= '1' && kind <= '9') {
            mw_push_capture(search, kind - '1', start, end);
            luaL_tolstring(L, -1, NULL);
            lua_remove(L, -2);
            luaL_addvalue(buffer);
        } else {
            luaL_error(L, "invalid use of '%%' in replacement string");
        }
    }
}

/* Adds the replacement of a match; false when the match stays. */
static bool add_replacement(mw_search *search, luaL_Buffer *buffer, const char *start, const char *end) {
    lua_State *L = search->L;
    switch (lua_type(L, 3)) {
    case LUA_TFUNCTION:
        lua_pushvalue(L, 3);
        lua_call(L, mw_push_captures(search, start, end), 1);
        break;
    case LUA_TTABLE:
        mw_push_capture(search, 0, start, end);
        lua_gettable(L, 3);
        break;
    default: add_text(search, buffer, start, end); return true;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(buffer, start, (size_t)(end - start));
        return false;
    }
    if (!lua_isstring(L, -1)) { luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1)); }
    luaL_addvalue(buffer);
    return true;
}

static int substitute(lua_State *L) {
    size_t length = 0, pattern_length = 0;
    const char *text = luaL_checklstring(L, 1, &length);
    const char *pattern = luaL_checklstring(L, 2, &pattern_length);
    int kind = lua_type(L, 3);
    luaL_argexpected(
        L, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION || kind == LUA_TTABLE, 3,
        "string/function/table");
    lua_Integer limit = luaL_optinteger(L, 4, (lua_Integer)length + 1);
    bool is_anchored = pattern_length > 0 && *pattern == '^';
    lua_Integer count = 0;
    bool has_changed = false;
    const char *last = NULL, *place = text;
    mw_need_stack(L);
    mw_search search;
    mw_search_begin(&search, L, text, length, pattern, pattern_length);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    while (count < limit) {
        search.count = 0;
        const char *end = mw_match(&search, place, pattern + is_anchored);
        if (end && end != last) {
            count++;
            if (add_replacement(&search, &buffer, place, end)) { has_changed = true; }
            place = last = end;
        } else if (place < search.text_end) {
            luaL_addchar(&buffer, *place++);
        } else {
            break;
        }
        if (is_anchored) { break; }
    }
    mw_search_pay(&search);
    if (has_changed) {
        luaL_addlstring(&buffer, place, (size_t)(search.text_end - place));
        luaL_pushresult(&buffer);
    } else {
        lua_pushvalue(L, 1);
    }
    lua_pushinteger(L, count);
    return 2;
}

const luaL_Reg mw_pattern_functions[] = {
    {"find", find}, {"gmatch", match_all}, {"gsub", substitute}, {"match", match}, {NULL, NULL},
};

MW_MAY_LONGJMP_END
