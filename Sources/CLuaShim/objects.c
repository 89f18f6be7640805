// Swift objects, tokens and Swift errors as userdata with locked metatables.
#include "internal.h"

#include <string.h>

static mw_box *box_at(lua_State *L, int index) {
    return lua_type(L, index) == LUA_TUSERDATA ? lua_touserdata(L, index) : NULL;
}

static mw_box *new_box(lua_State *L, int32_t tag, int32_t kind, int32_t flags, void *object, int values) {
    mw_box *box = lua_newuserdatauv(L, sizeof(mw_box), values);
    box->tag = tag;
    box->kind = kind;
    box->flags = flags;
    box->object = object;
    return box;
}

static int tell_name(lua_State *L) {
    lua_pushvalue(L, lua_upvalueindex(1));
    return 1;
}

static int tell_error(lua_State *L) {
    if (!box_at(L, 1)) return 0;
    lua_getiuservalue(L, 1, 1);
    return 1;
}

static void lock_metatable(lua_State *L) {
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
}

static void set_metatable_at(lua_State *L, const char *key, lua_Integer index) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, key);
    if (index >= 0) {
        lua_rawgeti(L, -1, index);
        lua_remove(L, -2);
    }
    lua_setmetatable(L, -2);
}

void mw_open_objects(lua_State *L) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &mw_key_identity);

    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &mw_key_classes);

    lua_newtable(L);
    lua_pushliteral(L, "reference");
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "__name");
    lua_pushcclosure(L, tell_name, 1);
    lua_setfield(L, -2, "__tostring");
    lock_metatable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &mw_key_tokens);

    lua_newtable(L);
    lua_pushliteral(L, "error");
    lua_setfield(L, -2, "__name");
    lua_pushcfunction(L, tell_error);
    lua_setfield(L, -2, "__tostring");
    lua_pushcfunction(L, mw_collect_object);
    lua_setfield(L, -2, "__gc");
    lock_metatable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &mw_key_errors);
}

int mw_userdata(mw_thread *L, int index, int32_t *kind, int32_t *flags, void **object) {
    MW_OWNED(L);
    mw_box *box = box_at(L, index);
    if (!box) return MW_NOT_OURS;
    *kind = box->kind;
    *flags = box->flags;
    *object = box->object;
    return box->tag;
}

bool mw_find_object(mw_thread *L, const void *address) {
    MW_OWNED(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &mw_key_identity);
    if (lua_rawgetp(L, -1, address) == LUA_TUSERDATA) {
        lua_remove(L, -2);
        return true;
    }
    lua_pop(L, 2);
    return false;
}

void mw_push_object(mw_thread *L, const void *address, void *owned, int32_t class_id, int32_t flags) {
    MW_OWNED(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &mw_key_identity);
    new_box(L, MW_OBJECT, class_id, flags, owned, 0);
    set_metatable_at(L, &mw_key_classes, class_id);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, -3, address);
    lua_remove(L, -2);
}

void mw_push_error(mw_thread *L, void *owned, const char *text, size_t length) {
    MW_OWNED(L);
    new_box(L, MW_ERROR, 0, 0, owned, 1);
    set_metatable_at(L, &mw_key_errors, -1);
    lua_pushlstring(L, text, length);
    lua_setiuservalue(L, -2, 1);
}

void mw_push_token(mw_thread *L, int32_t kind, int32_t index) {
    MW_OWNED(L);
    new_box(L, MW_TOKEN, kind, index, NULL, 0);
    set_metatable_at(L, &mw_key_tokens, -1);
}

// Upvalues: 1 the members (methods as functions, getters as light userdata), 2 the callback for unknown members.
static int read_member(lua_State *L) {
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    int type = lua_rawget(L, lua_upvalueindex(1));
    if (type == LUA_TFUNCTION) return 1;
    if (type == LUA_TLIGHTUSERDATA) {
        void *getter = lua_touserdata(L, 3);
        lua_settop(L, 1);
        return mw_call_swift(L, getter, 0);
    }
    lua_settop(L, 2);
    return mw_call_swift(L, lua_touserdata(L, lua_upvalueindex(2)), 0);
}

// Upvalues: 1 the setters, 2 the callback for unknown members.
static int write_member(lua_State *L) {
    lua_settop(L, 3);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TLIGHTUSERDATA) {
        void *setter = lua_touserdata(L, 4);
        lua_settop(L, 3);
        lua_remove(L, 2);
        return mw_call_swift(L, setter, 0);
    }
    lua_settop(L, 3);
    return mw_call_swift(L, lua_touserdata(L, lua_upvalueindex(2)), 0);
}

// While a class is open, its metatable, members and setters are on the stack.
void mw_open_class(mw_thread *L, int32_t class_id, const char *name, void *unknown) {
    MW_OWNED(L);
    lua_newtable(L);
    lua_newtable(L);
    lua_newtable(L);
    int metatable = lua_gettop(L) - 2;
    lua_pushstring(L, name);
    lua_pushvalue(L, -1);
    lua_setfield(L, metatable, "__name");
    lua_pushcclosure(L, tell_name, 1);
    lua_setfield(L, metatable, "__tostring");
    lua_pushcfunction(L, mw_collect_object);
    lua_setfield(L, metatable, "__gc");
    lua_pushboolean(L, 0);
    lua_setfield(L, metatable, "__metatable");
    lua_pushvalue(L, metatable + 1);
    lua_pushlightuserdata(L, unknown);
    lua_pushcclosure(L, read_member, 2);
    lua_setfield(L, metatable, "__index");
    lua_pushvalue(L, metatable + 2);
    lua_pushlightuserdata(L, unknown);
    lua_pushcclosure(L, write_member, 2);
    lua_setfield(L, metatable, "__newindex");
    lua_rawgetp(L, LUA_REGISTRYINDEX, &mw_key_classes);
    lua_pushvalue(L, metatable);
    lua_rawseti(L, -2, class_id);
    lua_pop(L, 1);
}

void mw_add_method(mw_thread *L, const char *name, void *function) {
    mw_push_callback(L, function, 0);
    lua_setfield(L, -3, name);
}

void mw_add_getter(mw_thread *L, const char *name, void *function) {
    MW_OWNED(L);
    lua_pushlightuserdata(L, function);
    lua_setfield(L, -3, name);
}

void mw_add_setter(mw_thread *L, const char *name, void *function) {
    MW_OWNED(L);
    lua_pushlightuserdata(L, function);
    lua_setfield(L, -2, name);
}

void mw_close_class(mw_thread *L) { MW_OWNED(L); lua_pop(L, 3); }
