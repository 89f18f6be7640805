#include "internal.h"

#include <stdlib.h>

/* What scripts let go of is collected here while a thread is inside of the interpreter, and released by it when it has left. */

/* Larger ones are not kept for the next time. */
enum { LARGEST_SPARE = 4096 };

static mw_released *take_spare(mw_state *state) {
    return atomic_exchange_explicit(&state->spare, NULL, memory_order_acquire);
}

static mw_released *with_room(mw_state *state) {
    mw_released *released = state->released ? state->released : take_spare(state);
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
    state->released = released;
}

void mw_free_released(mw_released *released) {
    free(released);
}

/* From any thread, when all of it is released; the state is still open. */
void mw_reuse_released(mw_state *state, mw_released *released) {
    if (released->capacity <= LARGEST_SPARE) {
        released->count = 0;
        released = atomic_exchange_explicit(&state->spare, released, memory_order_acq_rel);
    }
    free(released);
}

/* Answers what is to be released once the state is closed. */
mw_released *mw_close_released(mw_state *state) {
    free(take_spare(state));
    return mw_take_released(state);
}
