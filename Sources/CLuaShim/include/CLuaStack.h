#ifndef CLUASTACK_H
#define CLUASTACK_H

#include <string.h>

#include "CLuaTypes.h"

#pragma clang assume_nonnull begin

/* Stack: positions count from one. A function has twenty free slots to begin with. */

/* The position of the value on top; zero when the stack is empty.
   Needs 0 slots, leaves 0; never allocates; lock held. */
int mw_top(mw_stack *thread);
/* Removes the values above the position, or pushes nil up to it.
   Needs as many slots as it pushes, leaves the top at the position; never allocates; lock held. */
void mw_set_top(mw_stack *thread, int top);
/* Reserves space for that many values; false if the stack cannot grow.
   Needs 0 slots, leaves 0; may allocate; lock held. */
bool mw_reserve(mw_stack *thread, int slots);
/* Pushes the value at the position again.
   Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_copy(mw_stack *thread, int position);
/* Removes the value at the position.
   Needs 0 slots, leaves -1; never allocates; lock held. */
void mw_remove(mw_stack *thread, int position);
/* Moves the value on top to the position.
   Needs 0 slots, leaves 0; never allocates; lock held. */
void mw_insert(mw_stack *thread, int position);

/* Values: each read returns false or NULL when the value is of another kind. */

/* The kind of the value as far as Lua knows it: MW_MAP for each table, MW_OBJECT for each userdata.
   Needs 0 slots, leaves 0; never allocates; lock held. */
int mw_type(mw_stack *thread, int position);
/* The kind of the value.
   Needs 2 slots, leaves 0; never allocates; lock held. */
int mw_kind(mw_stack *thread, int position);
/* Needs 0 slots, leaves 0; never allocates; lock held. */
bool mw_read_boolean(mw_stack *thread, int position, bool *value);
/* An integer, or a float without a fraction; never a string.
   Needs 0 slots, leaves 0; never allocates; lock held. */
mw_integer mw_read_integer(mw_stack *thread, int position);
/* Needs 0 slots, leaves 0; never allocates; lock held. */
bool mw_read_number(mw_stack *thread, int position, double *value);
/* Whether the value is a number with the subtype integer.
   Needs 0 slots, leaves 0; never allocates; lock held. */
bool mw_is_integer(mw_stack *thread, int position);
/* The bytes of a string, which the stack keeps; never a number, which reading as a string would change in place.
   Needs 0 slots, leaves 0; never allocates; lock held. */
const char *_Nullable mw_read_string(mw_stack *thread, int position, size_t *length);
/* Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_nil(mw_stack *thread);
/* Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_boolean(mw_stack *thread, bool value);
/* Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_integer(mw_stack *thread, int64_t value);
/* Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_number(mw_stack *thread, double value);
/* Needs 1 slot, leaves +1; may allocate; lock held. */
void mw_push_string(mw_stack *thread, const void *_Nullable bytes, size_t length);

/* These make room for the value they push; false, and nothing is pushed, when the stack cannot grow. */

/* Needs 0 slots, leaves +1; may allocate; lock held. */
bool mw_append_nil(mw_stack *thread);
/* Needs 0 slots, leaves +1; may allocate; lock held. */
bool mw_append_boolean(mw_stack *thread, bool value);
/* Needs 0 slots, leaves +1; may allocate; lock held. */
bool mw_append_integer(mw_stack *thread, int64_t value);
/* Needs 0 slots, leaves +1; may allocate; lock held. */
bool mw_append_number(mw_stack *thread, double value);

/* Short strings */

/* At most eight bytes as a number, the first in the lowest place.
   No stack; never allocates; any thread. */
static inline uint64_t mw_word(const char *bytes, size_t length) {
    uint64_t loaded = 0;
    memcpy(&loaded, bytes, length);
    return loaded;
}

/* At most fifteen bytes. Reads nothing beyond them, and therefore some of them twice.
   No stack; never allocates; any thread. */
static inline mw_short_string mw_make_short_string(const char *bytes, size_t length) {
    if (length >= 8) {
        uint64_t last = mw_word(bytes + length - 8, 8);
        return (mw_short_string){mw_word(bytes, 8), length == 8 ? 0 : last >> 8 * (16 - length)};
    }
    if (length >= 4) { return (mw_short_string){mw_word(bytes, 4) | mw_word(bytes + length - 4, 4) << 8 * (length - 4), 0}; }
    uint64_t low = 0;
    for (size_t i = 0; i < length; i++) { low |= (uint64_t)(unsigned char)bytes[i] << 8 * i; }
    return (mw_short_string){low, 0};
}

/* No stack; never allocates; any thread. */
static inline bool mw_is_ascii(mw_short_string string) {
    return ((string.low | string.high) & 0x8080808080808080) == 0;
}

/* Tables: raw, so no code of a script runs. */

/* Pushes the table with the globals, also where scripts see them through a guard.
   Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_globals(mw_stack *thread);
/* Pushes the table with the results of chunks that MW_LOAD keeps, by cache key.
   Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_loaded(mw_stack *thread);
/* Pushes an empty table with space for that many list elements and other entries.
   Needs 1 slot, leaves +1; may allocate; lock held. */
void mw_new_table(mw_stack *thread, size_t elements, size_t entries);
/* Needs 0 slots, leaves 0; never allocates; lock held. */
int64_t mw_raw_length(mw_stack *thread, int position);
/* Pushes an element.
   Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_raw_get_index(mw_stack *thread, int table, int64_t index);
/* Pops a value and stores it as an element.
   Needs 0 slots, leaves -1; may allocate; lock held. */
void mw_raw_set_index(mw_stack *thread, int table, int64_t index);
/* Replaces the key on top by its value.
   Needs 0 slots, leaves 0; never allocates; lock held. */
void mw_raw_get(mw_stack *thread, int table);
/* Pops value and key, and stores the entry; false, and both stay, when the key is nil or NaN.
   Needs 0 slots, leaves -2; may allocate; lock held. */
bool mw_raw_set(mw_stack *thread, int table);
/* Replaces the key on top by the next key and its value. False, and the key is popped, after the last one, and where the key is
   no longer in the table.
   Needs 1 slot, leaves +1 or -1; never allocates; lock held. */
bool mw_next(mw_stack *thread, int table);
/* Pushes the list of the table's keys in order, and returns how many there are.
   Needs 4 slots, leaves +1; may allocate; lock held. */
int64_t mw_push_sorted_keys(mw_stack *thread, int table);
/* Whether two values are equal without metamethods.
   Needs 0 slots, leaves 0; never allocates; lock held. */
bool mw_same(mw_stack *thread, int left, int right);
/* The address of a table or another object of Lua.
   Needs 0 slots, leaves 0; never allocates; lock held. */
const void *mw_identity(mw_stack *thread, int table);
/* Whether the table has a metatable with metamethods: the mark of an empty list does not count.
   Needs 2 slots, leaves 0; never allocates; lock held. */
bool mw_has_metatable(mw_stack *thread, int table);

/* Functions of the shim for mw_run, which metamethods may raise in. */

/* Pushes a function of (table, key).
   Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_get_field(mw_stack *thread);
/* Pushes a function of (table, key, value).
   Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_set_field(mw_stack *thread);
/* Pushes a function of (table, previous key).
   Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_next(mw_stack *thread);
/* Protects the globals from scripts. Pops the functions that are called where an unknown global is read, and where one is
   assigned; the latter is on top.
   Needs 7 slots, leaves -2; may allocate; lock held. */
void mw_guard_globals(mw_stack *thread);

/* Lists */

/* Whether the keys are exactly 1 to a count, which it stores; an empty table is a list.
   Needs 2 slots, leaves 0; never allocates; lock held. */
bool mw_is_list(mw_stack *thread, int table, int64_t *count);
/* Pushes an empty table for that many elements; with zero, one that is marked as a list.
   Needs 2 slots, leaves +1; may allocate; lock held. */
void mw_new_list(mw_stack *thread, size_t count);
/* Whether the table is marked as a list.
   Needs 2 slots, leaves 0; never allocates; lock held. */
bool mw_is_marked_list(mw_stack *thread, int position);
/* Pushes the function with which scripts mark a table as a list.
   Needs 1 slot, leaves +1; never allocates; lock held. */
void mw_push_list_marker(mw_stack *thread);
/* Whether the keys are indices of a list with holes; stores the first index without an element.
   Needs 2 slots, leaves 0; never allocates; lock held. */
bool mw_find_hole(mw_stack *thread, int table, int64_t *index);
/* Copies a list of exactly that many integers; false for anything else.
   Needs 16 slots, leaves 0; may allocate; lock held. */
bool mw_read_integers(mw_stack *thread, int table, int64_t *values, int64_t count);
/* Copies a list of exactly that many numbers, integers or floats; false for anything else.
   Needs 16 slots, leaves 0; may allocate; lock held. */
bool mw_read_numbers(mw_stack *thread, int table, double *values, int64_t count);
/* Whether there are other keys than the indices up to the last, which has an element; may be true for a list with holes, too.
   Needs 16 slots, leaves 0; may allocate; lock held. */
bool mw_has_more_keys(mw_stack *thread, int table, int64_t last);
/* Finds strings of a list, which keeps them; returns how many there are before another value.
   Needs as many slots as the count, leaves 0; never allocates; lock held. */
int mw_read_strings(mw_stack *thread, int table, int64_t first, mw_string *strings, int count);
/* Pushes a list.
   Needs 2 slots, leaves +1; may allocate; lock held. */
void mw_push_integers(mw_stack *thread, const int64_t *values, size_t count);
/* Pushes a list.
   Needs 2 slots, leaves +1; may allocate; lock held. */
void mw_push_numbers(mw_stack *thread, const double *values, size_t count);
/* Stores a string as an element.
   Needs 1 slot, leaves 0; may allocate; lock held. */
void mw_add_string(mw_stack *thread, int table, int64_t index, const void *_Nullable bytes, size_t length);

#pragma clang assume_nonnull end

#endif
