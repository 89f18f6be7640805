#ifndef CLUAINTERPRETER_H
#define CLUAINTERPRETER_H

#include "CLuaGate.h"
#include "CLuaTypes.h"

#pragma clang assume_nonnull begin

/* State */

/* Makes an interpreter with the functions of the profile; NULL if there is not enough memory.
   No stack; may allocate; nobody inside. */
mw_state *_Nullable mw_open(mw_host host, const mw_profile *profile, const mw_limits *limits, mw_faults *_Nullable faults);
/* Frees the interpreter; returns the objects that scripts still held, or NULL. No script runs, so no budget is needed.
   No stack; may allocate; nobody inside. */
mw_released *_Nullable mw_close(mw_state *state);
/* Bytes that the interpreter holds now.
   No stack; never allocates; any thread. */
size_t mw_memory_in_use(mw_state *state);
/* The most bytes that it held at any time, also while it was being closed.
   No stack; never allocates; any thread. */
size_t mw_peak_memory(mw_state *state);
/* Runs a full collection.
   No stack; may allocate; lock held. */
void mw_collect(mw_entry *entry);
/* Ends what scripts keep: the next call that ends makes their references weak. Returns whether scripts may keep objects.
   No stack; never allocates; any thread. */
bool mw_retire(mw_state *state);

/* Objects to be released outside */

/* No stack; never allocates; any thread. */
static inline void *mw_released_object(const mw_released *released, size_t index) {
    return released->objects[index];
}

/* Frees the list, whose objects have been released, after its interpreter was closed.
   No stack; never allocates; any thread. */
void mw_free_released(mw_released *released);
/* Gives the list, whose objects have been released, back to its interpreter, which is still open.
   No stack; never allocates; any thread. */
void mw_reuse_released(mw_state *state, mw_released *released);

/* Entries: each takes the lock, unless this thread holds it, and a Lua thread of its own. */

/* Begins an entry; its stack is empty and has twenty slots.
   No stack; may allocate; takes the lock. */
mw_entered mw_enter(mw_state *state);
/* Ends an entry; returns what is to be released now that the lock is free, or NULL.
   No stack; may allocate; gives the lock up. */
mw_released *_Nullable mw_leave(mw_entry *entry);
/* The stack of the entry.
   No stack; never allocates; lock held. */
mw_stack *mw_entry_thread(mw_entry *entry);
/* No stack; never allocates; lock held. */
mw_boundary *mw_entry_boundary(mw_entry *entry);
/* Sets what the host keeps with the entry.
   No stack; never allocates; lock held. */
void mw_entry_set_host(mw_entry *entry, void *host);
/* What the host keeps with the entry whose budget this one spends.
   No stack; never allocates; lock held. */
void *_Nullable mw_outermost_host(mw_entry *entry);
/* What the host keeps with the next entry, so that it can release it before closing; the cursor begins as NULL.
   No stack; never allocates; nobody inside. */
void *_Nullable mw_next_host(mw_state *state, mw_entry *_Nullable *_Nonnull cursor);
/* Runs the function under the arguments on the entry's stack. Its results are then all that the stack holds; after MW_FAILED,
   the error value is.
   Needs 0 slots, leaves the results alone; may allocate; lock held. */
int mw_run(mw_entry *entry, int arguments);
/* Subtracts work of the host from the budget; false when that is used up, which ends the entry at its next instruction.
   No stack; never allocates; lock held. */
bool mw_spend(mw_entry *entry, int64_t units);
/* What the entry has left of its budget.
   No stack; never allocates; lock held. */
int64_t mw_budget(mw_entry *entry);
/* Whether this thread's C stack has room for one more level of a value.
   No stack; never allocates; any thread. */
bool mw_can_descend(void);

/* Asynchronous entries: while suspended, an entry is outside of the interpreter, and may continue on any thread. */

/* Allows the entry to be suspended.
   No stack; never allocates; lock held. */
void mw_begin_async(mw_entry *entry);
/* Before the entry is left for good: resets what only asynchronous entries have.
   No stack; never allocates; lock held. */
void mw_end_async(mw_entry *entry);
/* Whether each thread between the host function that runs and the entry can yield.
   No stack; never allocates; lock held. */
int mw_may_await(mw_entry *entry, mw_stack *thread);
/* Leaves the interpreter with everything as it is; returns what is to be released now, or NULL.
   No stack; never allocates; gives the lock up. */
mw_released *_Nullable mw_suspend(mw_entry *entry);
/* Enters the interpreter again, on whatever thread.
   No stack; never allocates; takes the lock. */
void mw_resume_entry(mw_entry *entry);
/* Makes an entry that has begun end soon, whatever the script does.
   No stack; never allocates; any thread. */
void mw_cancel(mw_entry *entry);
/* Whether the entry was cancelled; if so, it has few instructions left.
   No stack; never allocates; lock held. */
bool mw_notice_cancellation(mw_entry *entry);

/* The library */

/* The number of functions that a profile can contain.
   No stack; never allocates; any thread. */
int mw_function_count(void);
/* The name of the function with that number: its library, a period, and its own name.
   No stack; never allocates; any thread. */
const char *mw_function_name(int number);
/* The last part of the version of the library that is linked: 4 for Lua 5.4.4. The headers' where the library does not say.
   No stack; never allocates; any thread. */
int mw_library_release(void);
/* The last part of the version of the headers that the shim was built with.
   No stack; never allocates; any thread. */
int mw_header_release(void);
/* Runs a chunk in a state of its own; false when it does not return true, because the library has the bug it tests for.
   No stack; may allocate; any thread. */
bool mw_passes(const char *chunk);
/* Whether the library can use freed memory after it has called `__concat`.
   No stack; may allocate; any thread. */
bool mw_concatenation_is_broken(void);
/* The bugs of the compiler of the library that is linked.
   No stack; may allocate; any thread. */
unsigned mw_compiler_bugs(void);
/* The time, in nanoseconds, that compiling a chunk of that many bytes may take.
   No stack; never allocates; any thread. */
uint64_t mw_compile_time(size_t length);

/* Injected faults: at one point, counted from one, or from it on. A plan outlives its interpreters. */

/* Plans a fault of that kind. With a collection step of n, garbage is collected before each n-th allocation until the
   interpreters are gone; with zero it is not.
   No stack; may allocate; any thread. */
mw_faults *mw_plan_faults(int kind, int64_t first, bool lasts, int64_t collection_step);
/* No stack; never allocates; nobody inside. */
void mw_free_faults(mw_faults *faults);
/* How many points of the plan's kind were reached.
   No stack; never allocates; any thread. */
int64_t mw_fault_points(mw_faults *faults);
/* From now on nothing fails on purpose.
   No stack; never allocates; any thread. */
void mw_end_faults(mw_faults *faults);
/* Keeps a pointer of the host with the plan.
   No stack; may allocate; any thread. */
void mw_adopt(mw_faults *faults, void *interpreter);
/* Removes one of these pointers; NULL when there is none left.
   No stack; never allocates; any thread. */
void *_Nullable mw_take_adopted(mw_faults *faults);

#pragma clang assume_nonnull end

#endif
