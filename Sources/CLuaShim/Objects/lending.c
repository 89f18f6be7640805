#include "../internal.h"

#include <stdlib.h>

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

/* Many entries can lend one object, and one entry many objects: the shorter list is searched. */
static mw_loan *loan_of(const mw_object *object, const mw_entry *entry) {
    mw_loan *loan;
    if (object->loan_count <= entry->loan_count) {
        for (loan = object->loans; loan && loan->entry != entry; loan = loan->next_of_object) {}
    } else {
        for (loan = entry->loans; loan && loan->object != object; loan = loan->next_of_entry) {}
    }
    return loan;
}

void mw_lend_object(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_entry *entry = mw_entry_of(L);
    mw_object *object = lua_touserdata(L, -1);
    if (loan_of(object, entry)) { return; }
    mw_loan *loan = mw_take_block(entry->state, sizeof *loan);
    if (!loan) { abort(); }
    *loan = (mw_loan){object, entry, object->loans, &object->loans, entry->loans, &entry->loans};
    if (loan->next_of_object) { loan->next_of_object->link_of_object = &loan->next_of_object; }
    if (loan->next_of_entry) { loan->next_of_entry->link_of_entry = &loan->next_of_entry; }
    object->loans = loan;
    entry->loans = loan;
    object->loan_count++;
    entry->loan_count++;
}

static void remove_loan(mw_state *state, mw_loan *loan) {
    *loan->link_of_object = loan->next_of_object;
    *loan->link_of_entry = loan->next_of_entry;
    if (loan->next_of_object) { loan->next_of_object->link_of_object = loan->link_of_object; }
    if (loan->next_of_entry) { loan->next_of_entry->link_of_entry = loan->link_of_entry; }
    loan->object->loan_count--;
    loan->entry->loan_count--;
    mw_free_block(state, loan, sizeof *loan);
}

void mw_end_loans(mw_entry *entry) {
    MW_ASSERT_HELD(entry->state);
    while (entry->loans) {
        mw_object *object = entry->loans->object;
        remove_loan(entry->state, entry->loans);
        /* There is no object if it was destroyed. */
        if (!object->loans && object->object) { end(entry->state, object); }
    }
}

/* The userdata is freed: no entry lends it from now on. */
void mw_drop_loans(mw_state *state, mw_object *object) {
    while (object->loans) { remove_loan(state, object->loans); }
}

bool mw_is_lent(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    const mw_state *state = mw_entry_of(L)->state;
    const mw_object *object = lua_touserdata(L, position);
    for (mw_entry *entry = mw_entry_of(L); entry; entry = entry->below) {
        if (entry->state == state && loan_of(object, entry)) { return true; }
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
    lua_State *L = entry->state->main;
    const char *name = NULL;
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_OBJECTS);
    for (const mw_loan *loan = entry->loans; loan && !name; loan = loan->next_of_entry) {
        if (loan->object->hold != MW_CONFINED) { continue; }
        /* Nil if it was collected, though it is not freed yet. */
        lua_rawgeti(L, -1, loan->object->index);
        name = class_name(L, lua_gettop(L));
        lua_pop(L, 1);
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
