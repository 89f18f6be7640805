#include "../internal.h"

/* Objects that are taken from scripts: the host ends them, or the calls that lent them have ended. */

/* Makes the userdata represent no object. The object is released outside, and may be pushed again as a new value. */
static void end(mw_state *state, mw_object *object) {
    mw_release_outside(state, object->object);
    object->object = NULL;
    object->tag = MW_TAG_ENDED;
    mw_forget(state, object);
}

void mw_end_object(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_object *object = lua_touserdata(L, position);
    if (!object || object->tag != MW_TAG_OBJECT) { return; }
    object->hold = MW_KEPT;
    end(mw_entry_of(L)->state, object);
}

/* Pushes the table of what the entry lends: the userdata are its keys, and it does not keep them alive. */
static void push_loans(lua_State *L, mw_entry *entry) {
    if (entry->lends) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, entry);
        return;
    }
    lua_newtable(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_LOANS);
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, entry);
    entry->lends = true;
}

void mw_lend_object(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_object *object = lua_touserdata(L, -1);
    push_loans(L, mw_entry_of(L));
    lua_pushvalue(L, -2);
    if (lua_rawget(L, -2) == LUA_TNIL) {
        lua_pushvalue(L, -3);
        lua_pushboolean(L, true);
        lua_rawset(L, -4);
        object->loans++;
    }
    lua_pop(L, 2);
}

void mw_end_loans(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    if (!entry->lends) { return; }
    lua_State *L = entry->state->main;
    lua_rawgetp(L, LUA_REGISTRYINDEX, entry);
    lua_pushnil(L);
    /* Cannot raise: the table does not change. */
    while (lua_next(L, -2)) {
        lua_pop(L, 1);
        mw_object *object = lua_touserdata(L, -1);
        /* There is none if it was destroyed or collected. */
        if (--object->loans == 0 && object->object) { end(entry->state, object); }
    }
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, entry);
    lua_pop(L, 1);
    entry->lends = false;
}

static bool lends(lua_State *L, mw_entry *entry, int position) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, entry);
    lua_pushvalue(L, position);
    bool is_lent = lua_rawget(L, -2) != LUA_TNIL;
    lua_pop(L, 2);
    return is_lent;
}

bool mw_is_lent(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    const mw_state *state = mw_entry_of(L)->state;
    for (mw_entry *entry = mw_entry_of(L); entry; entry = entry->below) {
        if (entry->state == state && entry->lends && lends(L, entry, position)) { return true; }
    }
    return false;
}

static const char *class_name(lua_State *L, int position) {
    if (luaL_getmetafield(L, position, "__name") == LUA_TNIL) { return NULL; }
    const char *name = lua_tostring(L, -1);
    lua_pop(L, 1);
    return name;
}

const char *mw_confined_loan(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    if (!entry->lends) { return NULL; }
    lua_State *L = entry->state->main;
    const char *name = NULL;
    lua_rawgetp(L, LUA_REGISTRYINDEX, entry);
    lua_pushnil(L);
    /* Cannot raise: as above. */
    while (lua_next(L, -2)) {
        lua_pop(L, 1);
        const mw_object *object = lua_touserdata(L, -1);
        if (object->hold == MW_CONFINED) { name = class_name(L, lua_gettop(L)); }
    }
    lua_pop(L, 1);
    return name;
}

const char *mw_missing_object(mw_stack *L, int position, int *hold) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (lua_type(L, position) != LUA_TUSERDATA) { return NULL; }
    const mw_object *object = lua_touserdata(L, position);
    if (object->tag != MW_TAG_ENDED && object->tag != MW_TAG_OBJECT) { return NULL; }
    *hold = object->hold;
    return class_name(L, position);
}
