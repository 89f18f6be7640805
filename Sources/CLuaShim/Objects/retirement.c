#include "../internal.h"

/* A state whose scripts are no longer needed while the host still keeps functions of them. Such a function may refer to an
   object that keeps the function: the collector cannot see that cycle, so it is broken here. */

bool mw_retire(mw_state *state) {
    atomic_store_explicit(&state->objects.are_retired, true, memory_order_relaxed);
    return atomic_load_explicit(&state->objects.may_be_kept, memory_order_relaxed);
}

/* The number of entries that are in use or suspended: an entry that is neither is idle. */
static size_t busy_count(const mw_state *state) {
    size_t made = 0, idle = 0;
    for (const mw_entry *entry = state->entries.all; entry; entry = entry->next_made) { made++; }
    for (const mw_entry *entry = state->entries.idle; entry; entry = entry->next_idle) { idle++; }
    return made - idle;
}

static void weaken(mw_state *state, mw_object *object) {
    if (object->hold != MW_KEPT || !object->object) { return; }
    void *box = state->host.weaken(object->object);
    mw_release_outside(state, object->object);
    object->object = box;
    object->hold = MW_WEAK;
}

/* Makes references of scripts to objects weak, unless a call is in progress: then its end calls this again. */
void mw_weaken_objects(mw_state *state) {
    if (!atomic_load_explicit(&state->objects.may_be_kept, memory_order_relaxed) || busy_count(state) > 0) { return; }
    atomic_store_explicit(&state->objects.may_be_kept, false, memory_order_relaxed);
    for (size_t i = 0; i < state->objects.chain_count; i++) {
        for (mw_object *object = state->objects.chains[i]; object; object = object->next) { weaken(state, object); }
    }
}

void mw_make_weak(mw_stack *L, int position) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    mw_state *state = mw_entry_of(L)->state;
    if (busy_count(state) > 1) { return; }
    weaken(state, lua_touserdata(L, position));
}
