#include "../internal.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of a large request that cost as much as one instruction, because they will be filled. */
#define BYTES_PER_UNIT 256
#define LARGE ((size_t)4 << 10)

/* A single request beyond this multiple of the limit is refused, unless the host runs. */
#define HARD_CAP 4

/* Ends the process if it has no memory left: no caller could continue. */
void *mw_resize(void *block, size_t size) {
    void *resized = realloc(block, size);
    if (!resized) { abort(); }
    return resized;
}

/* Grows an array so that one more element fits. */
void *mw_grow(void *array, size_t count, size_t *capacity, size_t element) {
    if (count < *capacity) { return array; }
    *capacity = *capacity ? *capacity * 2 : 16;
    return mw_resize(array, *capacity * element);
}

/* Makes the next instruction settle the debt. */
void mw_record_debt(mw_state *state) {
    if (state->memory.debt) { return; }
    state->memory.debt = true;
    if (!state->in_host && state->running) { mw_arm(state->running, 1); }
}

static bool grants(mw_state *state, size_t after) {
    if (!mw_exceeds_memory(state, after)) { return true; }
    if (!state->in_host && after / HARD_CAP > state->limits.memory) {
        state->memory.is_stack_full = false;
        return false;
    }
    mw_record_debt(state);
    return true;
}

/* Making a string is a single instruction, however long it is. */
static void charge(mw_state *state, size_t bytes) {
    if (bytes <= LARGE || state->in_host || !state->running) { return; }
    mw_entry_of(state->running)->outermost->budget -= (int64_t)(bytes / BYTES_PER_UNIT);
}

/* One instruction compares, measures, or reads a string, however long it is. */
static void expect_long_instructions(mw_state *state, size_t size) {
    int count = MW_HOOK_COUNT;
    for (; size > MW_LONG_STRING && count > 1; size /= 2) { count /= 2; }
    if (count < MW_HOOK_COUNT) { state->always_reads_clock = true; }
    if (count >= state->hook_count) { return; }
    state->hook_count = count;
    if (!state->in_host && !state->memory.debt && state->running) { mw_arm(state->running, count); }
}

/* For a new block, Lua passes one of its types instead of the old size. */
static void *allocate_new(mw_state *state, size_t kind, size_t size) {
    if (kind == LUA_TSTRING && size > MW_LONG_STRING) { expect_long_instructions(state, size); }
    return kind == LUA_TUSERDATA && state->objects.is_making_object ? mw_make_object_block(state, size) : mw_take_block(state, size);
}

static void free_block(mw_state *state, void *block, size_t size) {
    if (mw_is_object_block(block, size)) {
        mw_free_object_block(state, block, size);
    } else {
        mw_free_block(state, block, size);
    }
}

/* Objects are never resized. */
static void *resize_block(mw_state *state, void *block, size_t old_size, size_t size) {
    if (!mw_is_small(old_size) && !mw_is_small(size)) { return realloc(block, size); }
    if (mw_is_small(old_size) && mw_grains(old_size) == mw_grains(size)) { return block; }
    void *moved = mw_take_block(state, size);
    if (!moved) { return NULL; }
    memcpy(moved, block, old_size < size ? old_size : size);
    mw_free_block(state, block, old_size);
    return moved;
}

/* The limit is soft: it grants and records the debt, which the next instruction settles. */
void *mw_allocate(void *owner, void *block, size_t old_size, size_t new_size) {
    mw_state *state = owner;
    size_t before = block ? old_size : 0;
    size_t used = atomic_load_explicit(&state->memory.used, memory_order_relaxed);
    size_t after = used - before + new_size;
    if (new_size > before && !grants(state, after)) { return NULL; }
    if (new_size > MW_STACK_VALUES * 16 && new_size > before && mw_is_too_large_stack(state, new_size)) {
        state->memory.is_stack_full = true;
        return NULL;
    }
    atomic_store_explicit(&state->memory.used, after, memory_order_relaxed);
    if (after > atomic_load_explicit(&state->memory.peak, memory_order_relaxed)) {
        atomic_store_explicit(&state->memory.peak, after, memory_order_relaxed);
    }
    if (new_size == 0) {
        free_block(state, block, before);
        return NULL;
    }
    if (new_size > before) { charge(state, new_size - before); }
    void *moved = block ? resize_block(state, block, before, new_size) : allocate_new(state, old_size, new_size);
    if (moved) { return moved; }
    /* Lua does not expect that a block cannot become smaller, and a small one cannot stay where large ones are. */
    if (state->in_host || new_size <= before) { abort(); }
    atomic_store_explicit(&state->memory.used, used, memory_order_relaxed);
    return NULL;
}
