#include "../internal.h"

#include <stdlib.h>

/* Collects objects that scripts no longer hold while a thread is inside of the interpreter; it releases them after it has left. */

/* Larger lists are not reused. */
enum { LARGEST_SPARE = 4096 };

static mw_released *take_spare(mw_state *state) {
    return atomic_exchange_explicit(&state->releases.spare, NULL, memory_order_acquire);
}

static mw_released *with_room(mw_state *state) {
    mw_released *released = state->releases.current ? state->releases.current : take_spare(state);
    if (released && released->count < released->capacity) { return released; }
    size_t count = released ? released->count : 0;
    size_t capacity = released ? released->capacity * 2 : 16;
    released = mw_resize(released, sizeof *released + capacity * sizeof(void *));
    released->capacity = capacity;
    released->count = count;
    return released;
}

void mw_release_outside(mw_state *state, void *object) {
    mw_released *released = with_room(state);
    released->objects[released->count++] = object;
    state->releases.current = released;
}

void mw_free_released(mw_released *released) {
    free(released);
}

void mw_reuse_released(mw_state *state, mw_released *released) {
    if (released->capacity <= LARGEST_SPARE) {
        released->count = 0;
        released = atomic_exchange_explicit(&state->releases.spare, released, memory_order_acq_rel);
    }
    free(released);
}

/* Returns what is to be released once the state is closed. */
mw_released *mw_close_released(mw_state *state) {
    free(take_spare(state));
    return mw_take_released(state);
}
