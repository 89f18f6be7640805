#include "internal.h"

#include <string.h>

MW_JUMPED_OVER_BEGIN

/* Hands the text on top to the host, which may run code of the application. */
static int hand_out(lua_State *L, int kind) {
    mw_entry *entry = mw_entry_of(L);
    mw_state *state = entry->state;
    mw_need_stack(L);
    state->window = true;
    state->host.output(entry->host, L, kind);
    state->window = false;
    state->running = L;
    if (entry->outermost->dead) { mw_charge(L, 0); }
    if (state->debt) { mw_arm(L, 1); }
    return 0;
}

/* Joins its arguments as text. */
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

/* One argument that begins with an `@` is no message: it turns warnings off or on, or says nothing to us. */
static bool is_control(lua_State *L, int count) {
    if (count != 1 || *lua_tostring(L, 1) != '@') { return false; }
    mw_state *state = mw_entry_of(L)->state;
    if (strcmp(lua_tostring(L, 1), "@off") == 0) { state->is_quiet = true; }
    if (strcmp(lua_tostring(L, 1), "@on") == 0) { state->is_quiet = false; }
    return true;
}

/* Its arguments are the pieces of one message. */
static int warn(lua_State *L) {
    int count = lua_gettop(L);
    luaL_checkstring(L, 1);
    for (int i = 2; i <= count; i++) { luaL_checkstring(L, i); }
    if (is_control(L, count) || mw_entry_of(L)->state->is_quiet) { return 0; }
    lua_concat(L, count);
    return hand_out(L, MW_WARNING);
}

const luaL_Reg mw_output_functions[] = {
    {"print", print},
    {"warn", warn},
    {NULL, NULL},
};

MW_JUMPED_OVER_END
