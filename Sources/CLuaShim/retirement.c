#include "internal.h"

/* What becomes of a state whose scripts are over while the host still keeps functions of them. Such a function may refer to an
   object that keeps the function: nothing of Lua's sees that circle, so it is cut here. */

/* From any thread: the next call that ends lets go. Answers whether scripts may keep objects. */
bool mw_retire(mw_state *state) {
    atomic_store_explicit(&state->retired, true, memory_order_relaxed);
    return atomic_load_explicit(&state->keeps, memory_order_relaxed);
}

/* Whether no thread is in the state, and no entry is suspended: an entry that is neither is idle. */
static bool is_idle(const mw_state *state) {
    size_t made = 0, idle = 0;
    for (const mw_entry *entry = state->made; entry; entry = entry->next_made) { made++; }
    for (const mw_entry *entry = state->idle; entry; entry = entry->next_idle) { idle++; }
    return made == idle;
}

static void weaken(mw_state *state, mw_object *object) {
    if (object->hold != MW_KEPT || !object->object) { return; }
    void *box = state->host.weaken(object->object);
    mw_release_outside(state, object->object);
    object->object = box;
    object->hold = MW_WEAK;
}

/* Scripts keep objects no longer, unless a call is still under way: then its end comes here again. */
void mw_let_go(mw_state *state) {
    if (!atomic_load_explicit(&state->keeps, memory_order_relaxed) || !is_idle(state)) { return; }
    atomic_store_explicit(&state->keeps, false, memory_order_relaxed);
    for (size_t i = 0; i < state->chain_count; i++) {
        for (mw_object *object = state->chains[i]; object; object = object->next) { weaken(state, object); }
    }
}
