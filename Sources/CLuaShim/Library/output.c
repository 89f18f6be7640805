#include "../internal.h"

#include <string.h>

MW_MAY_LONGJMP_BEGIN

/* Passes the string on top to the host, which may run code of the application. */
static int hand_out(lua_State *L, int kind) {
    mw_entry *entry = mw_entry_of(L);
    mw_state *state = entry->state;
    mw_need_stack(L);
    state->in_host = true;
    state->host.output(entry->host, L, kind);
    state->in_host = false;
    state->running = L;
    if (entry->outermost->ended) { mw_charge(L, 0); }
    if (mw_needs_hook(mw_entry_of(L))) { mw_arm_again(L); }
    return 0;
}

/* Joins its arguments as strings. */
static int print(lua_State *L) {
    int count = lua_gettop(L);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (int i = 1; i <= count; i++) {
        if (i > 1) { luaL_addchar(&buffer, '\t'); }
        mw_push_description(L, i);
        luaL_addvalue(&buffer);
    }
    luaL_pushresult(&buffer);
    return hand_out(L, MW_PRINT);
}

/* A single argument that begins with `@` is not a message: it turns warnings off or on, or is ignored. */
static bool is_control(lua_State *L, int count) {
    if (count != 1 || *lua_tostring(L, 1) != '@') { return false; }
    mw_state *state = mw_entry_of(L)->state;
    if (strcmp(lua_tostring(L, 1), "@off") == 0) { state->library.is_quiet = true; }
    if (strcmp(lua_tostring(L, 1), "@on") == 0) { state->library.is_quiet = false; }
    return true;
}

/* The arguments are the pieces of one message. */
static int warn(lua_State *L) {
    int count = lua_gettop(L);
    luaL_checkstring(L, 1);
    for (int i = 2; i <= count; i++) { luaL_checkstring(L, i); }
    if (is_control(L, count) || mw_entry_of(L)->state->library.is_quiet) { return 0; }
    lua_concat(L, count);
    return hand_out(L, MW_WARNING);
}

const luaL_Reg mw_output_functions[] = {
    {"print", print},
    {"warn", warn},
    {NULL, NULL},
};

MW_MAY_LONGJMP_END
