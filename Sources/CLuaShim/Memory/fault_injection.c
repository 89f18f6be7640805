#include "../internal.h"

#include <stdlib.h>
#include <string.h>

/* Interpreters on several threads may share one plan. */
struct mw_faults {
    int kind;
    bool lasts;
    int64_t first;
    int64_t collection_step; /* A collection precedes each n-th allocation; zero for none. */
    _Atomic int64_t points;
    _Atomic int64_t allocations;
    _Atomic bool is_over;
    mw_lock adopted_lock;
    void **adopted;
    size_t adopted_count, adopted_capacity;
};

mw_faults *mw_plan_faults(int kind, int64_t first, bool lasts, int64_t collection_step) {
    mw_faults *faults = calloc(1, sizeof *faults);
    if (!faults) { abort(); }
    faults->kind = kind;
    faults->first = first;
    faults->lasts = lasts;
    faults->collection_step = collection_step;
    return faults;
}

void mw_free_faults(mw_faults *faults) {
    free(faults->adopted);
    free(faults);
}

int64_t mw_fault_points(mw_faults *faults) {
    return atomic_load_explicit(&faults->points, memory_order_relaxed);
}

void mw_end_faults(mw_faults *faults) {
    atomic_store_explicit(&faults->is_over, true, memory_order_relaxed);
}

void mw_adopt(mw_faults *faults, void *interpreter) {
    mw_lock_take(&faults->adopted_lock);
    faults->adopted = mw_grow(faults->adopted, faults->adopted_count, &faults->adopted_capacity, sizeof(void *));
    faults->adopted[faults->adopted_count++] = interpreter;
    mw_lock_give(&faults->adopted_lock);
}

void *mw_take_adopted(mw_faults *faults) {
    mw_lock_take(&faults->adopted_lock);
    void *interpreter = faults->adopted_count > 0 ? faults->adopted[--faults->adopted_count] : NULL;
    mw_lock_give(&faults->adopted_lock);
    return interpreter;
}

static bool is_over(mw_faults *faults) {
    return atomic_load_explicit(&faults->is_over, memory_order_relaxed);
}

/* Counts a point; true if the fault is due there. */
static bool is_due(mw_faults *faults) {
    if (is_over(faults)) { return false; }
    int64_t point = atomic_fetch_add_explicit(&faults->points, 1, memory_order_relaxed) + 1;
    return faults->lasts ? point >= faults->first : point == faults->first;
}

bool mw_faults_every_instruction(mw_faults *faults) {
    return faults->kind == MW_FAULT_BUDGET;
}

/* Called at each check of the budget. */
void mw_check_fault(mw_entry *entry) {
    mw_faults *faults = entry->state->faults.plan;
    if (faults->kind == MW_FAULT_BUDGET && is_due(faults)) { entry->outermost->budget = 0; }
}

bool mw_fault_exceeds_limit(mw_state *state) {
    return state->faults.is_over_limit && !is_over(state->faults.plan);
}

/* Lua repeats a request that was refused, after a full collection. */
static bool is_asked_again(const mw_request *refused, const mw_request *request) {
    return refused->new_size > 0 && refused->block == request->block && refused->old_size == request->old_size &&
           refused->new_size == request->new_size;
}

/* Lua does not repeat the request for the box of a string buffer. A box is larger than the buffer that it replaces, and a new
   one has no type. A few large arrays of Lua look the same. */
static bool may_be_box(const mw_request *request) {
    if (request->block) { return request->old_size > LUAL_BUFFERSIZE; }
    return request->old_size == 0 && request->new_size > LUAL_BUFFERSIZE;
}

/* Makes Lua run a full collection before the request is granted, in host functions, too. Lua cannot do that before its state is
   complete. */
static bool collects_before(mw_state *state, const mw_request *request) {
    mw_faults *faults = state->faults.plan;
    if (faults->collection_step == 0 || !state->main || may_be_box(request)) { return false; }
    int64_t index = atomic_fetch_add_explicit(&faults->allocations, 1, memory_order_relaxed);
    return index % faults->collection_step == 0;
}

/* Between two collections at allocations, Lua runs full ones wherever it can run one, and these shrink the stack, too. */
void mw_collect_often(mw_state *state) {
    if (!state->faults.plan || state->faults.plan->collection_step != 1) { return; }
    enum { NO_PAUSE = 1, USUAL_SPEED = 0, WHOLE_CYCLE = 30 };
    lua_gc(state->main, LUA_GCINC, NO_PAUSE, USUAL_SPEED, WHOLE_CYCLE);
}

static bool fails(mw_state *state) {
    mw_faults *faults = state->faults.plan;
    switch (faults->kind) {
    case MW_FAULT_LIMIT:
        if (is_due(faults)) {
            state->faults.is_over_limit = true;
            mw_record_debt(state);
        }
        return false;
    case MW_FAULT_REFUSAL:
    case MW_FAULT_COLLECTION: return !state->in_host && is_due(faults);
    default: return false;
    }
}

static bool refuses(mw_state *state, mw_request request) {
    mw_faults *faults = state->faults.plan;
    if (is_asked_again(&state->faults.refused, &request)) {
        state->faults.refused = (mw_request){0};
        return state->faults.is_refused_twice && !is_over(faults);
    }
    bool is_fault = fails(state);
    if (!collects_before(state, &request) && !is_fault) { return false; }
    state->faults.refused = request;
    state->faults.is_refused_twice = is_fault && faults->kind == MW_FAULT_REFUSAL;
    return true;
}

/* Makes code fail that reads a value which nothing kept. The memory of an object is read once more when it is freed. */
static void overwrite(mw_state *state, void *block, size_t size) {
    if (block && state->faults.plan->collection_step > 0 && !mw_is_object_block(block, size)) { memset(block, 0xA5, size); }
}

/* Replaces mw_allocate where there is a plan, so that plans cost nothing where there is none. */
void *mw_allocate_or_fail(void *owner, void *block, size_t old_size, size_t new_size) {
    bool grows = new_size > (block ? old_size : 0);
    if (grows && refuses(owner, (mw_request){block, old_size, new_size})) { return NULL; }
    if (new_size == 0) { overwrite(owner, block, old_size); }
    return mw_allocate(owner, block, old_size, new_size);
}
