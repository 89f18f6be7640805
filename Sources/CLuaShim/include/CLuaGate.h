#ifndef CLUAGATE_H
#define CLUAGATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Guards a state. The thread that opened it comes and goes by plain stores, until another one wants in: from then on all
   of them take the lock. A call in and one out would cost as much as twenty instructions of a script otherwise. */
typedef struct mw_gate {
    struct mw_lock *lock;
    _Atomic uintptr_t favourite; /* The thread that needs no lock, or zero. */
    _Atomic uint32_t inside;     /* That thread is inside. */
    bool is_shared;              /* There is no favourite any more, and it knows. */
    uintptr_t owner;             /* The thread that holds the lock, or zero. */
} mw_gate;

/* What every call of a host function touches of its entry; inline, as each call out and back in would cost more than it does. */
typedef struct mw_passage {
    mw_gate *gate;
    int user_depth;      /* How many times the gate was left for user code; zero while inside. */
    bool is_timed;       /* The script is slow, so that the time of user code is measured and subtracted. */
    bool was_left;       /* For user code, since `looked_at`. */
    uint64_t looked_at;  /* When the clock was read last, in nanoseconds; zero before the first time. */
    uint64_t user_began; /* When the gate was left for user code; zero if that was not measured. */
    uint64_t user_time;  /* Nanoseconds of user code since `looked_at`. */
} mw_passage;

/* Unique among the threads that live: the address of a variable that each has. */
extern _Thread_local char mw_thread_mark;
static inline uintptr_t mw_thread_id(void) {
    return (uintptr_t)&mw_thread_mark;
}

void mw_gate_take_slowly(mw_gate *gate);
void mw_gate_unlock(mw_gate *gate);
void mw_gate_wake(mw_gate *gate);
void mw_gate_step_back(mw_gate *gate);

/* Whoever takes the privilege away stores first and then makes sure that all threads have seen it, so between the favourite's
   own store and its look at the privilege nothing is needed but that the compiler keeps their order. */
static inline void mw_gate_take(mw_gate *gate) {
    uintptr_t self = mw_thread_id();
    if (atomic_load_explicit(&gate->favourite, memory_order_relaxed) == self) {
        /* The mark of a thread that is gone may have become this one's: what it did must be seen. */
        atomic_load_explicit(&gate->inside, memory_order_acquire);
        atomic_store_explicit(&gate->inside, 1, memory_order_relaxed);
        atomic_signal_fence(memory_order_seq_cst);
        if (atomic_load_explicit(&gate->favourite, memory_order_relaxed) == self) { return; }
        mw_gate_step_back(gate);
    }
    mw_gate_take_slowly(gate);
}

static inline void mw_gate_leave(mw_gate *gate) {
    if (gate->is_shared) { return mw_gate_unlock(gate); }
    atomic_store_explicit(&gate->inside, 0, memory_order_release);
    atomic_signal_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&gate->favourite, memory_order_relaxed) == 0) { mw_gate_wake(gate); }
}

/* time.c */
void mw_begin_user_time(mw_passage *passage);
void mw_end_user_time(mw_passage *passage);

static inline void mw_begin_user_code(mw_passage *passage) {
    if (passage->user_depth++ > 0) { return; }
    passage->was_left = true;
    if (passage->is_timed) { mw_begin_user_time(passage); }
    mw_gate_leave(passage->gate);
}

static inline void mw_end_user_code(mw_passage *passage) {
    if (--passage->user_depth > 0) { return; }
    mw_gate_take(passage->gate);
    if (passage->is_timed) { mw_end_user_time(passage); }
}

#pragma clang assume_nonnull end

#endif
