#include "../internal.h"

MW_MAY_LONGJMP_BEGIN

/* Upvalues of the functions that read and write members; the second is the payload in a callback. */
enum { MEMBERS = 1, UNKNOWN = 3 };

static int refuse_member(lua_State *L) {
    luaL_getmetafield(L, 1, "__name");
    mw_push_description(L, 2);
    return luaL_error(L, "%s has no member \"%s\"", lua_tostring(L, -2), lua_tostring(L, -1));
}

static int call_unknown(lua_State *L) {
    mw_object *holder = lua_touserdata(L, lua_upvalueindex(UNKNOWN));
    return holder ? mw_call_host(L, holder->object) : refuse_member(L);
}

/* (methods, key): where there are no getters, and the object does not matter. */
static int read_unknown(lua_State *L) {
    lua_settop(L, 2);
    return call_unknown(L);
}

/* (object, key): a method is a function, a getter is called. */
static int read_member(lua_State *L) {
    lua_pushvalue(L, 2);
    int type = lua_rawget(L, lua_upvalueindex(MEMBERS));
    if (type == LUA_TFUNCTION) { return 1; }
    if (type == LUA_TUSERDATA) {
        mw_object *holder = lua_touserdata(L, -1);
        lua_settop(L, 1);
        return mw_call_host(L, holder->object);
    }
    lua_settop(L, 2);
    return call_unknown(L);
}

/* (object, key, value) */
static int write_member(lua_State *L) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(MEMBERS)) == LUA_TUSERDATA) {
        mw_object *holder = lua_touserdata(L, -1);
        lua_copy(L, 3, 2);
        lua_settop(L, 2);
        return mw_call_host(L, holder->object);
    }
    lua_settop(L, 3);
    return call_unknown(L);
}

static int push_name(lua_State *L) {
    lua_pushvalue(L, lua_upvalueindex(1));
    return 1;
}

/* Wraps the members on top in that function. */
static void wrap_members(lua_State *L, lua_CFunction function, int unknown) {
    lua_pushnil(L);
    if (unknown) {
        lua_pushvalue(L, unknown);
    } else {
        lua_pushnil(L);
    }
    lua_pushcclosure(L, function, 3);
}

/* Pushes the function with a table in which it looks up names. */
static void push_accessor(lua_State *L, lua_CFunction function, int first, int second, int unknown) {
    lua_newtable(L);
    int members = lua_gettop(L);
    if (first) { mw_copy_entries(L, first, members); }
    if (second) { mw_copy_entries(L, second, members); }
    wrap_members(L, function, unknown);
}

/* Pushes a table in which Lua itself looks up methods, and that calls `unknown` for other names. */
static void push_methods(lua_State *L, int methods, int unknown) {
    lua_newtable(L);
    mw_copy_entries(L, methods, lua_gettop(L));
    lua_createtable(L, 0, 1);
    lua_pushnil(L);
    wrap_members(L, read_unknown, unknown);
    mw_set_raw(L, lua_gettop(L) - 1, "__index");
    lua_setmetatable(L, -2);
}

/* Pushes a metatable that has a name and that scripts cannot read. */
static int new_locked_metatable(lua_State *L, const char *name) {
    lua_createtable(L, 0, 6);
    int metatable = lua_gettop(L);
    lua_pushboolean(L, 0);
    mw_set_raw(L, metatable, "__metatable");
    lua_pushstring(L, name);
    lua_pushvalue(L, -1);
    mw_set_raw(L, metatable, "__name");
    lua_pushcclosure(L, push_name, 1);
    mw_set_raw(L, metatable, "__tostring");
    return metatable;
}

int mw_define_class(mw_stack *L, const char *name, const mw_class *members) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    int metatable = new_locked_metatable(L, name);
    if (members->getters || members->reads_unknown || !members->unknown) {
        push_accessor(L, read_member, members->methods, members->getters, members->unknown);
    } else {
        push_methods(L, members->methods, members->unknown);
    }
    mw_set_raw(L, metatable, "__index");
    push_accessor(L, write_member, members->setters, 0, members->unknown);
    mw_set_raw(L, metatable, "__newindex");
    if (members->events) {
        mw_copy_entries(L, members->events, metatable);
        mw_show_concatenation(L, metatable);
        lua_pushliteral(L, "__close");
        if (lua_rawget(L, members->events) != LUA_TNIL) { mw_entry_of(L)->state->compiler.has_closables = true; }
        lua_pop(L, 1);
    }
    return mw_keep(L);
}

/* The collector has freed the userdata. The host releases the object when the interpreter is left, never here. */
void mw_object_freed(mw_state *state, mw_object *object) {
    mw_forget(state, object);
    mw_drop_loans(state, object);
    if (object->object) { mw_release_outside(state, object->object); }
}

void mw_push_object(mw_stack *L, const void *identity, void *retained, int class_slot, int hold) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_object *object = mw_new_object(L);
    object->tag = MW_TAG_OBJECT;
    object->hold = (uint8_t)hold;
    object->loans = NULL;
    object->loan_count = 0;
    object->object = retained;
    if (hold == MW_KEPT) { atomic_store_explicit(&mw_entry_of(L)->state->objects.may_be_kept, true, memory_order_relaxed); }
    lua_rawgeti(L, LUA_REGISTRYINDEX, class_slot);
    lua_setmetatable(L, -2);
    mw_remember(L, object, identity);
}

int mw_find_object(mw_stack *L, const void *identity) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    const mw_object *object = mw_recall(L, identity);
    return object ? object->hold : MW_UNKNOWN;
}

void mw_make_strong(mw_stack *L, int position, void *retained) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_object *object = lua_touserdata(L, position);
    mw_release_outside(mw_entry_of(L)->state, object->object);
    object->object = retained;
    object->hold = MW_KEPT;
    atomic_store_explicit(&mw_entry_of(L)->state->objects.may_be_kept, true, memory_order_relaxed);
}

void *mw_read_object(mw_stack *L, int position, int *hold) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (lua_type(L, position) != LUA_TUSERDATA) { return NULL; }
    mw_object *object = lua_touserdata(L, position);
    if (object->tag != MW_TAG_OBJECT) { return NULL; }
    *hold = object->hold;
    return object->object;
}

void mw_define_token(mw_stack *L, int32_t kind, const char *name) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_TOKENS);
    new_locked_metatable(L, name);
    lua_rawseti(L, -2, kind);
    lua_pop(L, 1);
}

void mw_define_event_of_token(mw_stack *L, int32_t kind, const char *event) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    int function = lua_gettop(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_TOKENS);
    lua_rawgeti(L, -1, kind);
    lua_pushvalue(L, function);
    mw_set_raw(L, function + 2, event);
    lua_settop(L, function - 1);
}

void mw_refuse_fields_of_token(mw_stack *L, int32_t kind, const char *name) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_pushstring(L, name);
    mw_push_refusal(L);
    mw_define_event_of_token(L, kind, "__newindex");
}

void mw_push_token(mw_stack *L, int32_t kind, int32_t index) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_token *token = lua_newuserdatauv(L, sizeof *token, 0);
    token->tag = MW_TAG_TOKEN;
    token->kind = kind;
    token->index = index;
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_TOKENS);
    if (lua_rawgeti(L, -1, kind) == LUA_TTABLE) {
        lua_setmetatable(L, -3);
    } else {
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

bool mw_read_token(mw_stack *L, int position, int32_t *kind, int32_t *index) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (lua_type(L, position) != LUA_TUSERDATA) { return false; }
    mw_token *token = lua_touserdata(L, position);
    if (token->tag != MW_TAG_TOKEN) { return false; }
    *kind = token->kind;
    *index = token->index;
    return true;
}

MW_MAY_LONGJMP_END
