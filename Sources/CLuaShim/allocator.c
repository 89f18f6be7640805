#include "internal.h"

#include <stdlib.h>

/* Bytes of a large request that cost as much as one instruction: somebody fills them. */
#define BYTES_PER_UNIT 256
#define LARGE ((size_t)4 << 10)

/* A single request beyond this multiple of the limit is refused, unless the host is on top. */
#define HARD_CAP 4

/* Memory that really ran out ends the process: nothing above could go on without it. */
void *mw_resize(void *block, size_t size) {
    void *resized = realloc(block, size);
    if (!resized) { abort(); }
    return resized;
}

/* Grows an array of ours so that one more element fits. */
void *mw_grow(void *array, size_t count, size_t *capacity, size_t element) {
    if (count < *capacity) { return array; }
    *capacity = *capacity ? *capacity * 2 : 16;
    return mw_resize(array, *capacity * element);
}

/* Lets the next instruction settle it. */
void mw_record_debt(mw_state *state) {
    if (state->debt) { return; }
    state->debt = true;
    if (!state->window && state->running) { mw_arm(state->running, 1); }
}

static bool grants(mw_state *state, size_t after) {
    if (after <= state->limit) { return true; }
    if (!state->window && after / HARD_CAP > state->limit) {
        state->is_stack_full = false;
        return false;
    }
    mw_record_debt(state);
    return true;
}

/* Making a text is a single instruction, however long it becomes. */
static void charge(mw_state *state, size_t bytes) {
    if (bytes <= LARGE || state->window || !state->running) { return; }
    mw_entry_of(state->running)->outermost->budget -= (int64_t)(bytes / BYTES_PER_UNIT);
}

/* One instruction compares, measures or reads a string, however long it is. */
static void expect_long_instructions(mw_state *state, size_t size) {
    int count = MW_HOOK_COUNT;
    for (; size > MW_LONG_STRING && count > 1; size /= 2) { count /= 2; }
    if (count >= state->hook_count) { return; }
    state->hook_count = count;
    if (!state->window && !state->debt && state->running) { mw_arm(state->running, count); }
}

/* What is not there yet comes with its kind, one of Lua's types, instead of a size. */
static void *make(mw_state *state, size_t kind, size_t size) {
    if (kind == LUA_TSTRING && size > MW_LONG_STRING) { expect_long_instructions(state, size); }
    return kind == LUA_TUSERDATA && state->is_making_object ? mw_make_object_block(state, size) : malloc(size);
}

static void let_go(mw_state *state, void *block, size_t size) {
    if (mw_is_object_block(block, size)) {
        mw_free_object_block(state, block);
    } else {
        free(block);
    }
}

/* The limit is soft: it grants and records the debt, which the next instruction settles. */
void *mw_allocate(void *owner, void *block, size_t old_size, size_t new_size) {
    mw_state *state = owner;
    size_t before = block ? old_size : 0;
    size_t used = atomic_load_explicit(&state->used, memory_order_relaxed);
    size_t after = used - before + new_size;
    if (new_size > before && !grants(state, after)) { return NULL; }
    if (new_size > MW_STACK_VALUES * 16 && new_size > before && mw_is_too_large_stack(state, new_size)) {
        state->is_stack_full = true;
        return NULL;
    }
    atomic_store_explicit(&state->used, after, memory_order_relaxed);
    if (after > atomic_load_explicit(&state->peak, memory_order_relaxed)) {
        atomic_store_explicit(&state->peak, after, memory_order_relaxed);
    }
    if (new_size == 0) {
        let_go(state, block, before);
        return NULL;
    }
    if (new_size > before) { charge(state, new_size - before); }
    void *moved = block ? realloc(block, new_size) : make(state, old_size, new_size);
    if (moved) { return moved; }
    if (new_size <= before) { return block; }
    if (state->window) { abort(); }
    atomic_store_explicit(&state->used, used, memory_order_relaxed);
    return NULL;
}
