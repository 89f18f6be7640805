#include "../internal.h"

#include <string.h>

/* Lua lets a stack grow to a million values. That is too much where one operation processes all of them: each table that is
   called through its `__call` moves all values above by one, and a table that is its own `__call` does that until the stack is
   full. */

/* Bytes of one value, and the number of values that Lua adds to each stack. */
enum { VALUE = 16, EXTRA = 5 };

/* The stack position of the function of a call, which the call's record begins with in all releases of 5.4. While a stack is
   moved it may be an offset instead of an address, so only differences have a meaning. */
static size_t stack_offset(const lua_Debug *activation) {
    size_t place;
    memcpy(&place, activation->i_ci, sizeof place);
    return place;
}

/* The number of values on the stack of a thread that runs. */
static size_t count_values(lua_State *L) {
    lua_Debug innermost, outermost;
    if (!lua_getstack(L, 0, &innermost)) { return (size_t)lua_gettop(L); }
    lua_getstack(L, mw_depth(L) - 1, &outermost);
    return (stack_offset(&innermost) - stack_offset(&outermost)) / VALUE + (size_t)lua_gettop(L) + 2;
}

/* Whether a request is for the stack of the running thread, and too large. A stack grows to twice its size when it is more than
   half full; hardly any other request is for an odd number of values. */
bool mw_is_too_large_stack(mw_state *state, size_t size) {
    size_t values = size / VALUE;
    if (state->memory.grants_any_stack) { return false; }
    if (size % VALUE != 0 || values % 2 != EXTRA % 2 || values <= MW_STACK_VALUES + EXTRA || !state->running) { return false; }
    return values <= 4 * count_values(state->running) + 4 * (256 + EXTRA);
}

/* Replaces the message on top, because Lua reports a refused stack as a lack of memory. */
void mw_name_overflow(lua_State *L, int status) {
    if (status != LUA_ERRMEM || !mw_entry_of(L)->state->memory.is_stack_full) { return; }
    lua_pushliteral(L, "stack overflow: calls are nested too deeply, or pass too many values");
    lua_replace(L, -2);
}
