#include "internal.h"

/* Objects that scripts lose before they let go of them: the host ends them, or the call that lent them is over. */

/* From now on the userdata stands for nothing. The object is released outside, and may be pushed anew. */
static void end(lua_State *L, mw_object *object, const void *identity, bool lent) {
    mw_release_outside(mw_entry_of(L)->state, object->object);
    object->object = NULL;
    object->tag = MW_TAG_ENDED;
    object->loans = lent;
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_OBJECTS);
    lua_pushnil(L);
    lua_rawsetp(L, -2, identity);
    lua_pop(L, 1);
}

/* One more call lends the object at the position; false when scripts keep it for good. */
bool mw_lend_object(mw_stack *L, int position, bool fresh) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_object *object = lua_touserdata(L, position);
    if (!fresh && object->loans == 0) { return false; }
    object->loans++;
    return true;
}

/* One call less lends the object; the last one takes it from the scripts. */
void mw_return_object(mw_entry *entry, const void *identity) {
    MW_ASSERT_HELD(entry->state);
    lua_State *L = entry->state->main;
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_OBJECTS);
    int type = lua_rawgetp(L, -1, identity);
    mw_object *object = type == LUA_TUSERDATA ? lua_touserdata(L, -1) : NULL;
    if (object && object->loans > 0 && --object->loans == 0) { end(L, object, identity, true); }
    lua_pop(L, 2);
}

/* Takes the object at the position from the scripts at once, whoever lends it. */
void mw_end_object(mw_stack *L, int position, const void *identity) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_object *object = lua_touserdata(L, position);
    if (object && object->tag == MW_TAG_OBJECT) { end(L, object, identity, false); }
}

/* The name of the class of an object that was taken from the scripts; NULL for all other values. Needs two slots. */
const char *mw_ended_object(mw_stack *L, int position, bool *lent) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    if (lua_type(L, position) != LUA_TUSERDATA) { return NULL; }
    mw_object *object = lua_touserdata(L, position);
    if (object->tag != MW_TAG_ENDED || luaL_getmetafield(L, position, "__name") == LUA_TNIL) { return NULL; }
    *lent = object->loans > 0;
    const char *name = lua_tostring(L, -1);
    lua_pop(L, 1);
    return name;
}
