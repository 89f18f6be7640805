// Calls from Lua into Swift. Swift answers with a code; whatever has to be raised is raised here, once its frame is gone.
#include "internal.h"

enum { MW_LEAST_STACK = 96 << 10 };

static int load_and_call(lua_State *L) {
    // On top: the text, the chunk's name, and the key under which the result is kept, or nil.
    int key = lua_gettop(L);
    size_t length;
    const char *text = lua_tolstring(L, key - 2, &length);
    if (luaL_loadbufferx(L, text, length, lua_tostring(L, key - 1), "t") != LUA_OK) return lua_error(L);
    lua_call(L, 0, LUA_MULTRET);
    int results = lua_gettop(L) - key;
    if (!lua_isnil(L, key)) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, &mw_key_loaded);
        lua_pushvalue(L, key);
        if (results > 0 && !lua_isnil(L, key + 1)) lua_pushvalue(L, key + 1); else lua_pushboolean(L, 1);
        lua_rawset(L, -3);
        lua_pop(L, 1);
    }
    return results;
}

int mw_call_swift(lua_State *L, void *function, intptr_t payload) {
    if (mw_stack_left() < MW_LEAST_STACK) return luaL_error(L, "stack overflow");
    mw_entry *entry = mw_entry_of(L);
    mw_state *state = entry->state;
    lua_State *outer = state->running;
    state->running = L;
    state->no_fail = true;
    int code = state->callbacks.invoke(function, entry->context, L, payload);
    state->no_fail = false;
    state->running = outer;
    if (state->over_memory) mw_check_memory(L);
    if (code >= 0) return code;
    return code == MW_LOAD ? load_and_call(L) : lua_error(L);
}

int mw_trampoline(lua_State *L) {
    return mw_call_swift(L, lua_touserdata(L, lua_upvalueindex(1)), lua_tointeger(L, lua_upvalueindex(2)));
}

void mw_push_callback(mw_thread *L, void *function, intptr_t payload) {
    MW_OWNED(L);
    lua_pushlightuserdata(L, function);
    lua_pushinteger(L, payload);
    lua_pushcclosure(L, mw_trampoline, 2);
}

int mw_load(mw_thread *L, const char *text, size_t length, const char *name) {
    MW_OWNED(L);
    return luaL_loadbufferx(L, text, length, name, "t") == LUA_OK ? MW_OK : MW_SYNTAX;
}

void mw_set_global(mw_thread *L, const char *name) {
    MW_OWNED(L);
    lua_pushglobaltable(L);
    lua_insert(L, -2);
    lua_pushstring(L, name);
    lua_insert(L, -2);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

void mw_set_global_field(mw_thread *L, const char *table, const char *name) {
    MW_OWNED(L);
    lua_pushglobaltable(L);
    lua_pushstring(L, table);
    lua_rawget(L, -2);
    if (!lua_istable(L, -1)) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushstring(L, table);
        lua_pushvalue(L, -2);
        lua_rawset(L, -4);
    }
    lua_pushstring(L, name);
    lua_pushvalue(L, -4);
    lua_rawset(L, -3);
    lua_pop(L, 3);
}

void mw_guard_globals(mw_thread *L, void *read, void *write) {
    MW_OWNED(L);
    lua_pushglobaltable(L);
    lua_createtable(L, 0, 3);
    mw_push_callback(L, read, 0);
    lua_setfield(L, -2, "__index");
    mw_push_callback(L, write, 0);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}

bool mw_push_loaded(mw_thread *L, const char *key, size_t length) {
    MW_OWNED(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &mw_key_loaded);
    lua_pushlstring(L, key, length);
    lua_rawget(L, -2);
    lua_remove(L, -2);
    if (!lua_isnil(L, -1)) return true;
    lua_pop(L, 1);
    return false;
}

static const char *chunk_name(const lua_Debug *activation) {
    if (*activation->what == 'C') return NULL;
    return *activation->source == '@' ? activation->source + 1 : activation->source;
}

bool mw_frame_at(mw_thread *L, int level, bool with_name, mw_frame *frame) {
    MW_OWNED(L);
    lua_Debug activation;
    if (!lua_getstack(L, level, &activation)) return false;
    lua_getinfo(L, with_name ? "Sln" : "Sl", &activation);
    frame->source = chunk_name(&activation);
    frame->name = with_name ? activation.name : NULL;
    frame->line = activation.currentline;
    frame->is_main = *activation.what == 'm';
    return true;
}

bool mw_function_source(mw_thread *L, int index, const char **source, int *line) {
    MW_OWNED(L);
    lua_Debug activation;
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &activation);
    *source = chunk_name(&activation);
    *line = activation.linedefined;
    return *source != NULL;
}
