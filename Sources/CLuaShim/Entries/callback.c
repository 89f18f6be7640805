#include "../internal.h"

MW_MAY_LONGJMP_BEGIN

/* Upvalues of a callback: the holder of the host function, and its payload. */
enum { HOLDER = 1, PAYLOAD = 2 };

static int chunk_failed(lua_State *L, mw_state *state, int status) {
    if (status == LUA_ERRSYNTAX) {
        state->in_host = true;
        state->host.syntax(mw_entry_of(L)->host, L);
        state->in_host = false;
    }
    return lua_error(L);
}

/* The chunk has run; its results are above the function's own three values, the first of which is at `key`. */
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

/* On top: cache key or nil, chunk name, source. Runs the source in place of the function that returned MW_LOAD. */
static int load_in_place(lua_State *L, mw_state *state) {
    size_t length = 0;
    const char *text = lua_tolstring(L, -1, &length);
    int status = mw_load_source(L, text, length, lua_tostring(L, -2));
    if (status != LUA_OK) { return chunk_failed(L, state, status); }
    int key = lua_gettop(L) - 3;
    lua_callk(L, 0, LUA_MULTRET, key, loaded);
    return loaded(L, LUA_OK, key);
}

/* Code that catches the error of a function that used up the budget runs one more instruction. */
static int raise(lua_State *L, mw_entry *entry) {
    if (entry->outermost->ended) { return mw_leave_ended(L); }
    if (entry->outermost->budget <= 0) { mw_arm(L, 1); }
    return lua_error(L);
}

/* Whether a host function has used up the budget. */
static inline bool is_spent(const mw_entry *entry) {
    return entry->outermost->ended || entry->outermost->budget <= 0;
}

static int resumed(lua_State *L, int status, lua_KContext before) {
    (void)status;
    return lua_gettop(L) - (int)before;
}

/* Yields through the function that scripts use, so that both look the same. */
static int yield_values(lua_State *L, int count) {
    int before = lua_gettop(L) - count;
    if (before < 0) { return luaL_error(L, "the function returns more values than the stack contains"); }
    lua_pushcfunction(L, mw_yield);
    lua_insert(L, before + 1);
    lua_callk(L, count, LUA_MULTRET, before, resumed);
    return resumed(L, LUA_OK, before);
}

/* A function of its own, so that the usual path needs few registers. */
__attribute__((noinline)) static int continue_call(lua_State *L, int code) {
    mw_entry *entry = mw_entry_of(L);
    mw_state *state = entry->state;
    if (code == MW_RAISE) { return raise(L, entry); }
    if (is_spent(entry)) { mw_charge(L, 0); }
    if (mw_needs_hook(entry)) { mw_arm_again(L); }
    if (code == MW_AWAIT) { return mw_await(L, entry); }
    if (code <= MW_YIELD) { return yield_values(L, MW_YIELD - code); }
    return code == MW_LOAD ? load_in_place(L, state) : code;
}

/* Continues where a host function began to await. */
int mw_continue_host(lua_State *L) {
    mw_entry *entry = mw_entry_of(L);
    mw_state *state = entry->state;
    state->in_host = true;
    int code = state->host.awaited(entry->host, L);
    state->in_host = false;
    state->running = L;
    return continue_call(L, code);
}

__attribute__((noinline)) static int refuse_depth(lua_State *L) {
    return luaL_error(L, "stack overflow: calls are nested too deeply");
}

/* Called before code of the host runs, and before callbacks with so much on the C stack that an entry has no room for 200 of
   them. */
void mw_need_stack(lua_State *L) {
    if (!mw_has_stack(MW_CALLBACK_STACK)) { refuse_depth(L); }
}

/* Runs a host function on the arguments that are on the stack; raises only after the host's frame has returned. */
static inline int call_host(lua_State *L, void *function) {
    mw_entry *entry = mw_entry_of(L);
    mw_state *state = entry->state;
    if (!mw_has_stack(MW_CALLBACK_STACK)) { return refuse_depth(L); }
    if (entry->outermost->ended) { return mw_raise_ended(L); }
    state->in_host = true;
    int code = state->host.call(entry->host, L, function, lua_gettop(L));
    state->in_host = false;
    state->running = L;
    if (code >= 0 && !is_spent(entry) && !mw_needs_hook(entry)) { return code; }
    return continue_call(L, code);
}

int mw_call_host(lua_State *L, void *function) {
    return call_host(L, function);
}

int mw_callback(lua_State *L) {
    mw_object *holder = lua_touserdata(L, lua_upvalueindex(HOLDER));
    return call_host(L, holder->object);
}

/* The host function that a function of scripts calls; NULL for any other function. */
void *mw_called_host(lua_State *L, int position) {
    if (lua_tocfunction(L, position) != mw_callback) { return NULL; }
    lua_getupvalue(L, position, HOLDER);
    mw_object *holder = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return holder->object;
}

void mw_push_function(mw_stack *L, int64_t payload) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushinteger(L, payload);
    lua_pushcclosure(L, mw_callback, 2);
}

int64_t mw_payload(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    return lua_tointegerx(L, lua_upvalueindex(PAYLOAD), NULL);
}

MW_MAY_LONGJMP_END
