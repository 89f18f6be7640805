#include "../internal.h"

#include <string.h>

MW_MAY_LONGJMP_BEGIN

/* Bytes that cost as much as one instruction. */
#define BYTES_PER_UNIT 64

/* Checks the size first, so that an empty string is not repeated for hours. */
static int repeat(lua_State *L) {
    size_t length = 0, gap = 0;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer count = luaL_checkinteger(L, 2);
    const char *separator = luaL_optlstring(L, 3, "", &gap);
    size_t unit = length + gap;
    if (count <= 0 || unit == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    size_t limit = mw_entry_of(L)->state->limits.memory;
    if (unit < length || (size_t)count > limit / unit) { return luaL_error(L, "resulting string too large"); }
    size_t total = unit * (size_t)count - gap;
    mw_charge(L, total / BYTES_PER_UNIT);
    luaL_Buffer buffer;
    char *target = luaL_buffinitsize(L, &buffer, total);
    /* Each pass doubles the filled part. */
    memcpy(target, text, length);
    if (count > 1) { memcpy(target + length, separator, gap); }
    for (size_t done = count > 1 ? unit : length; done < total; done *= 2) {
        memcpy(target + done, target, done < total - done ? done : total - done);
    }
    luaL_pushresultsize(&buffer, total);
    return 1;
}

/* Replaces arguments of `%s` by strings without addresses, and refuses `%p`. */
static int format(lua_State *L) {
    size_t length = 0;
    const char *text = luaL_checklstring(L, 1, &length);
    const char *end = text + length;
    int argument = 1;
    while (text < end) {
        if (*text++ != '%') { continue; }
        if (text < end && *text == '%') {
            text++;
            continue;
        }
        text += strspn(text, "-+ #0123456789.");
        argument++;
        if (text >= end) { break; }
        if (*text == 'p') { return luaL_error(L, "invalid conversion '%%p' to 'format'"); }
        if (*text == 's' && argument <= lua_gettop(L) && !lua_isstring(L, argument)) {
            mw_push_description(L, argument);
            lua_replace(L, argument);
        }
    }
    return mw_stock_format(L);
}

static lua_Integer place_in(size_t length, lua_Integer position) {
    return position >= 0 ? position : (lua_Integer)length + position + 1;
}

/* (string, first, last): refuses a slice with more results than fit on the stack. */
void mw_check_slice(lua_State *L) {
    size_t length = 0;
    luaL_checklstring(L, 1, &length);
    lua_Integer first = luaL_optinteger(L, 2, 1);
    lua_Integer last = place_in(length, luaL_optinteger(L, 3, first));
    first = place_in(length, first);
    if (first < 1) { first = 1; }
    if (last > (lua_Integer)length) { last = (lua_Integer)length; }
    if (last >= first && last - first >= MW_MOST_RESULTS) { luaL_error(L, "string slice too long"); }
}

static int byte(lua_State *L) {
    mw_check_slice(L);
    return mw_stock_byte(L);
}

/* An item of the format has one result at most. */
static int unpack(lua_State *L) {
    size_t length = 0;
    luaL_checklstring(L, 1, &length);
    luaL_argcheck(L, length < MW_MOST_RESULTS, 1, "too many results");
    return mw_stock_unpack(L);
}

const luaL_Reg mw_string_functions[] = {
    {"byte", byte},
    {"format", format},
    {"rep", repeat},
    {"unpack", unpack},
    {NULL, NULL},
};

MW_MAY_LONGJMP_END
