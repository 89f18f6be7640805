#include "internal.h"

MW_JUMPED_OVER_BEGIN

/* Upvalues of a callback: the holder of the host function, and the number bound with it. */
enum { HOLDER = 1, PAYLOAD = 2 };

static int chunk_failed(lua_State *L, mw_state *state, int status) {
    if (status == LUA_ERRSYNTAX) {
        state->window = true;
        state->host.syntax(mw_entry_of(L)->host, L);
        state->window = false;
    }
    return lua_error(L);
}

/* The text has run; its results lie above the function's own three values, of which the first is at `key`. */
static int loaded(lua_State *L, int status, lua_KContext context) {
    (void)status;
    int key = (int)context;
    int results = lua_gettop(L) - key - 2;
    if (lua_isnil(L, key)) { return results; }
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_LOADED);
    lua_pushvalue(L, key);
    if (results > 0 && !lua_isnil(L, key + 3)) {
        lua_pushvalue(L, key + 3);
    } else {
        lua_pushboolean(L, 1);
    }
    lua_pushvalue(L, -1);
    lua_insert(L, key);
    lua_rawset(L, -3);
    lua_pushvalue(L, key);
    return 1;
}

/* On top: cache key or nil, chunk name, text. Runs the text in place of the function that asked for it. */
static int load_in_place(lua_State *L, mw_state *state) {
    size_t length = 0;
    const char *text = lua_tolstring(L, -1, &length);
    int status = mw_load_text(L, text, length, lua_tostring(L, -2));
    if (status != LUA_OK) { return chunk_failed(L, state, status); }
    int key = lua_gettop(L) - 3;
    lua_callk(L, 0, LUA_MULTRET, key, loaded);
    return loaded(L, LUA_OK, key);
}

/* Whoever catches the error of a function that used up the budget runs one instruction more. */
static int raise(lua_State *L, mw_entry *entry) {
    if (entry->outermost->dead) { return mw_leave_dead(L); }
    if (entry->outermost->budget <= 0) { mw_arm(L, 1); }
    return lua_error(L);
}

/* Whether what a host function took leaves nothing for the script. */
static inline bool is_spent(const mw_entry *entry) {
    return entry->outermost->dead || entry->outermost->budget <= 0;
}

static int resumed(lua_State *L, int status, lua_KContext before) {
    (void)status;
    return lua_gettop(L) - (int)before;
}

/* By the function that scripts yield with, so that both look alike. */
static int yield_values(lua_State *L, int count) {
    int before = lua_gettop(L) - count;
    if (before < 0) { return luaL_error(L, "the function returns more values than the stack contains"); }
    lua_pushcfunction(L, mw_yield);
    lua_insert(L, before + 1);
    lua_callk(L, count, LUA_MULTRET, before, resumed);
    return resumed(L, LUA_OK, before);
}

/* Apart, so that the usual way needs few registers. */
__attribute__((noinline)) static int go_on(lua_State *L, int code) {
    mw_entry *entry = mw_entry_of(L);
    mw_state *state = entry->state;
    if (code == MW_RAISE) { return raise(L, entry); }
    if (is_spent(entry)) { mw_charge(L, 0); }
    if (state->debt) { mw_arm(L, 1); }
    if (code == MW_AWAIT) { return mw_await(L, entry); }
    if (code <= MW_YIELD) { return yield_values(L, MW_YIELD - code); }
    return code == MW_LOAD ? load_in_place(L, state) : code;
}

/* Goes on where a host function began to await. */
int mw_go_on_host(lua_State *L) {
    mw_entry *entry = mw_entry_of(L);
    mw_state *state = entry->state;
    state->window = true;
    int code = state->host.awaited(entry->host, L);
    state->window = false;
    state->running = L;
    return go_on(L, code);
}

__attribute__((noinline)) static int refuse_depth(lua_State *L) {
    return luaL_error(L, "stack overflow: calls are nested too deeply");
}

/* For what runs code of the host, or calls back with so much on the stack that two hundred of them are more than an entry has. */
void mw_need_stack(lua_State *L) {
    if (!mw_has_stack(MW_CALLBACK_STACK)) { refuse_depth(L); }
}

/* Runs a host function on the arguments that are on the stack; raises only after the host's frame is gone. */
static inline int call_host(lua_State *L, void *function) {
    mw_entry *entry = mw_entry_of(L);
    mw_state *state = entry->state;
    if (!mw_has_stack(MW_CALLBACK_STACK)) { return refuse_depth(L); }
    if (entry->outermost->dead) { return mw_raise_dead(L); }
    state->window = true;
    int code = state->host.call(entry->host, L, function, lua_gettop(L));
    state->window = false;
    state->running = L;
    if (code >= 0 && !is_spent(entry) && !state->debt) { return code; }
    return go_on(L, code);
}

int mw_call_host(lua_State *L, void *function) {
    return call_host(L, function);
}

int mw_callback(lua_State *L) {
    mw_object *holder = lua_touserdata(L, lua_upvalueindex(HOLDER));
    return call_host(L, holder->object);
}

/* The host function behind a function of scripts; NULL behind any other. */
void *mw_called_host(lua_State *L, int position) {
    if (lua_tocfunction(L, position) != mw_callback) { return NULL; }
    lua_getupvalue(L, position, HOLDER);
    mw_object *holder = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return holder->object;
}

/* Replaces the holder on top by a function of scripts. */
void mw_push_function(mw_stack *L, int64_t payload) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushinteger(L, payload);
    lua_pushcclosure(L, mw_callback, 2);
}

int64_t mw_payload(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    return lua_tointegerx(L, lua_upvalueindex(PAYLOAD), NULL);
}

MW_JUMPED_OVER_END
