#ifndef CLUAPARALLEL_H
#define CLUAPARALLEL_H

#include "CLuaTypes.h"

#pragma clang assume_nonnull begin

/* Functions that several interpreters run: each receives a copy of the function, and of what the function captures. */

/* Why a function cannot be copied. */
enum {
    MW_CAPTURES_TABLE = 1,
    MW_CAPTURES_OBJECT,
    MW_CAPTURES_FUNCTION, /* Of the host or of a library, and not among the globals. */
    MW_CAPTURES_COROUTINE,
    MW_ASSIGNS_CAPTURE,
    MW_ASSIGNS_GLOBAL,
    MW_CAPTURES_TOO_MUCH,  /* Functions that capture functions, too deeply. */
    MW_CAPTURES_TOO_LARGE, /* The image takes more bytes than there is room for. */
    MW_CAPTURES_UNREADABLE, /* This release of Lua stores functions in another way. */
};

/* The first fault of a function. */
typedef struct mw_capture {
    int fault;
    int line;
    char name[64];      /* The variable. */
    const char *_Nullable source;/* The name of the chunk; valid until the lock is given up. */
    size_t source_length;
} mw_capture;

/* A function with all that it captures, as bytes that any interpreter with the same globals can read. */
typedef struct mw_image {
    void *_Nullable bytes;
    size_t length;
} mw_image;

/* Lets the interpreter share the budget of a thread with others that have the same family.
   No stack; never allocates; lock held. */
void mw_set_family(mw_entry *entry, uint64_t family);
/* The innermost entry of this thread, in any interpreter. */
extern _Thread_local mw_entry *_Nullable mw_current;
/* What the host keeps with the innermost entry of this thread in an interpreter of that family; NULL for none.
   No stack; never allocates; any thread. */
void *_Nullable mw_innermost_host_of(uint64_t family);
/* The same, inline because most calls are within no entry.
   No stack; never allocates; any thread. */
static inline void *_Nullable mw_innermost_host(uint64_t family) {
    return mw_current ? mw_innermost_host_of(family) : NULL;
}
/* Marks the function at the position, and returns its number, from one on; a function that is marked already keeps its number.
   Needs 4 slots, leaves 0; may allocate; lock held. */
int mw_mark_parallel(mw_stack *L, int position);
/* The number of the function at the position; 0 for one that is not marked.
   Needs 3 slots, leaves 0; never allocates; lock held. */
int mw_parallel_number(mw_stack *L, int position);
/* How many functions are marked.
   No stack; never allocates; lock held. */
int mw_parallel_count(mw_entry *entry);
/* Pushes a table of the globals by value, for mw_store_function.
   Needs 16 slots, leaves 1; may allocate; lock held. */
void mw_push_known(mw_stack *L);
/* Stores the function with that number in at most `room` bytes; false with its fault if that is impossible. The table of globals is at
   the position `known`. The bytes are to be freed with mw_free_image.
   Needs 8 slots, leaves 0; may allocate; lock held. */
bool mw_store_function(mw_stack *L, int known, int number, size_t room, mw_image *image, mw_capture *capture);
/* Pushes the marked function with that number.
   Needs 2 slots, leaves 1; never allocates; lock held. */
void mw_push_marked(mw_stack *L, int number);
/* Makes a copy from an image, and pushes it; false, and pushes nothing, if the image does not fit.
   Needs 8 slots, leaves 1; may allocate; lock held. */
bool mw_copy_function(mw_stack *L, mw_image image);
/* No stack; never allocates; any thread. */
void mw_free_image(mw_image image);

#pragma clang assume_nonnull end

#endif
