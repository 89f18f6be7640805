#include "internal.h"

#include <string.h>

/* Lua itself lets a stack grow to a million values. That is too much where it does work of its own on all of them at once, without an
   instruction: each table that is called through its `__call` moves all values above by one, and a table that is its own `__call`
   does that until the stack is full. */

/* One value of a stack, and how many Lua adds to each stack beyond what it says. */
enum { VALUE = 16, EXTRA = 5 };

/* The stack position of the function of a call: what Lua keeps for a call begins with it, in all releases of 5.4. While a stack
   is moved it may be an offset instead of an address, so that only differences say something. */
static size_t place_of(const lua_Debug *activation) {
    size_t place;
    memcpy(&place, activation->i_ci, sizeof place);
    return place;
}

/* How many values lie on the stack of a thread that runs. */
static size_t count_values(lua_State *L) {
    lua_Debug innermost, outermost;
    if (!lua_getstack(L, 0, &innermost)) { return (size_t)lua_gettop(L); }
    lua_getstack(L, mw_depth(L) - 1, &outermost);
    return (place_of(&innermost) - place_of(&outermost)) / VALUE + (size_t)lua_gettop(L) + 2;
}

/* Whether a request is for the stack of the thread that runs, and for too large a one. A stack grows to twice its size, when it is more
   than half full; an odd number of values is what hardly anything else asks memory for. */
bool mw_is_too_large_stack(mw_state *state, size_t size) {
    size_t values = size / VALUE;
    if (state->is_reporting) { return false; }
    if (size % VALUE != 0 || values % 2 != EXTRA % 2 || values <= MW_STACK_VALUES + EXTRA || !state->running) { return false; }
    return values <= 4 * count_values(state->running) + 4 * (256 + EXTRA);
}

/* To Lua, a stack that was refused is memory that there is not. On top is what it says. */
void mw_name_overflow(lua_State *L, int status) {
    if (status != LUA_ERRMEM || !mw_entry_of(L)->state->is_stack_full) { return; }
    lua_pushliteral(L, "stack overflow: calls are nested too deeply, or pass too many values");
    lua_replace(L, -2);
}
