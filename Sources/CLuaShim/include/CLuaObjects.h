#ifndef CLUAOBJECTS_H
#define CLUAOBJECTS_H

#include "CLuaTypes.h"

#pragma clang assume_nonnull begin

/* References: values that are kept for the host. */

/* Pops the value on top and keeps it until its slot is released.
   Needs 0 slots, leaves -1; may allocate; lock held. */
int mw_keep(mw_stack *thread);
/* Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_kept(mw_stack *thread, int slot);
/* Releases a slot: the next entry removes the value.
   No stack; may allocate; any thread. */
void mw_release_kept(mw_state *state, int slot);

/* Objects: userdata with a retained pointer, one for each object. */

/* Makes a class of the tables at the positions; returns its slot.
   Needs 6 slots, leaves 0; may allocate; lock held. */
int mw_define_class(mw_stack *thread, const char *name, const mw_class *members);
/* Pushes a new value for an object. Takes over one retain of `retained`, which is the object or a box that refers to it weakly.
   Needs 3 slots, leaves +1; may allocate; lock held. */
void mw_push_object(mw_stack *thread, const void *identity, void *retained, int class_slot, int hold);
/* Pushes the value that an object already has, and returns how scripts hold it; MW_UNKNOWN, and pushes nothing, if it has none.
   Needs 2 slots, leaves +1 or 0; never allocates; lock held. */
int mw_find_object(mw_stack *thread, const void *identity);
/* Makes a value that refers to its object weakly keep it from now on; the box is released outside.
   Needs 0 slots, leaves 0; may allocate; lock held. */
void mw_make_strong(mw_stack *thread, int position, void *retained);
/* Makes a value refer weakly to the object that it keeps, unless another entry is in use, whose functions may have it.
   Needs 0 slots, leaves 0; may allocate; lock held. */
void mw_make_weak(mw_stack *thread, int position);
/* The pointer that the value keeps; NULL if it is not an object, or no longer one.
   Needs 0 slots, leaves 0; never allocates; lock held. */
void *_Nullable mw_read_object(mw_stack *thread, int position, int *hold);
/* Takes the object at the position from scripts at once, even if an entry lends it; it is released outside.
   Needs 0 slots, leaves 0; may allocate; lock held. */
void mw_end_object(mw_stack *thread, int position);

/* Loans: objects that scripts have while an entry lends them. */

/* Makes the entry lend the object on top. Once is enough, however often it is pushed.
   Needs 0 slots, leaves 0; may allocate; lock held. */
void mw_lend_object(mw_stack *thread);
/* Takes the objects from scripts that this entry lends and no other one does, the newest first.
   No stack; may allocate; lock held. */
void mw_end_loans(mw_entry *entry);
/* Whether one of the entries that this thread is in lends the object at the position.
   Needs 0 slots, leaves 0; never allocates; lock held. */
bool mw_is_lent(mw_stack *thread, int position);
/* The name of the class of an object that the entry lends because other threads must not use it; NULL if there is none. Uses the
   main state's stack.
   No stack; may allocate; lock held. */
const char *_Nullable mw_confined_loan(mw_entry *entry);
/* The name of the class of an object that was taken from scripts or is lent to others, and how they held it; NULL for all other
   values.
   Needs 2 slots, leaves 0; may allocate; lock held. */
const char *_Nullable mw_missing_object(mw_stack *thread, int position, int *hold);

/* Host functions */

/* Replaces the holder of a host function on top by a function that scripts can call; the payload is bound with it.
   Needs 1 slot, leaves 0; may allocate; lock held. */
void mw_push_function(mw_stack *thread, int64_t payload);
/* The payload of the host function that runs.
   Needs 0 slots, leaves 0; never allocates; lock held. */
int64_t mw_payload(mw_stack *thread);

/* Tokens: two small numbers that scripts can hold but not read. */

/* Makes tokens of a kind known to scripts by a name.
   Needs 5 slots, leaves 0; may allocate; lock held. */
void mw_define_token(mw_stack *thread, int32_t kind, const char *name);
/* Pops the function that is called at an event of tokens of that kind, such as "__index".
   Needs 4 slots, leaves -1; may allocate; lock held. */
void mw_define_event_of_token(mw_stack *thread, int32_t kind, const char *event);
/* Makes each assignment to a field of such tokens an error that contains the name.
   Needs 5 slots, leaves 0; may allocate; lock held. */
void mw_refuse_fields_of_token(mw_stack *thread, int32_t kind, const char *name);
/* Needs 3 slots, leaves +1; may allocate; lock held. */
void mw_push_token(mw_stack *thread, int32_t kind, int32_t index);
/* False when the value is not a token.
   Needs 0 slots, leaves 0; never allocates; lock held. */
bool mw_read_token(mw_stack *thread, int position, int32_t *kind, int32_t *index);

/* Coroutines of scripts, or made by the host. */

/* Replaces the function on top by a coroutine that has yet to run it.
   Needs 1 slot, leaves 0; may allocate; lock held. */
void mw_new_coroutine(mw_stack *thread);
/* The stack of a coroutine; NULL for all other values.
   Needs 0 slots, leaves 0; never allocates; lock held. */
mw_stack *_Nullable mw_coroutine_thread(mw_stack *thread, int position);
/* Needs 0 slots, leaves 0; never allocates; lock held. */
int mw_coroutine_status(mw_stack *thread, int position);
/* Pushes a function of a coroutine and the arguments to resume it with.
   Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_resume(mw_stack *thread);
/* Pushes a function of a coroutine, which closes it.
   Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_close(mw_stack *thread);

/* Chunks and frames */

/* Pushes the source as a function and returns MW_OK, or pushes a message and returns why not.
   Needs 2 slots, leaves +1; may allocate; lock held. */
int mw_load(mw_stack *thread, const void *_Nullable source, size_t length, const char *name);
/* The number of calls in progress.
   Needs 0 slots, leaves 0; never allocates; lock held. */
int mw_depth(mw_stack *thread);
/* Describes a call in progress; level zero is the innermost. False beyond the outermost.
   Needs 2 slots, leaves 0; never allocates; lock held. */
bool mw_frame_at(mw_stack *thread, int level, mw_frame *frame);
/* Finds the nearest script function at the level or further out, and stores its level. Leaves the name and its short form unset.
   Needs 0 slots, leaves 0; never allocates; lock held. */
bool mw_call_site(mw_stack *thread, int *level, mw_frame *frame);
/* Finds where a function was written; false for one that is not a script's.
   Needs 1 slot, leaves 0; never allocates; lock held. */
bool mw_function_source(mw_stack *thread, int position, mw_frame *frame);
/* The thread that resumed a coroutine that runs within the entry; NULL for the entry's own thread.
   No stack; never allocates; lock held. */
mw_stack *_Nullable mw_resumer(mw_entry *entry, mw_stack *coroutine);

#pragma clang assume_nonnull end

#endif
