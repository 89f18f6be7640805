// All that Swift sees of Lua. No function here can raise a Lua error into its caller: those that run Lua code do so
// inside `lua_resume`, and those that only move values run while allocations are granted without fail.
#ifndef CLUASHIM_H
#define CLUASHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mw_state mw_state;        // an interpreter, with the lock word that guards it
typedef struct mw_entry mw_entry;        // one way into it: a pooled coroutine, used by one thread at a time
typedef struct lua_State mw_thread;      // a coroutine; opaque

// What a callback of Swift answers, when it is not a count of results on top of the stack.
enum { MW_RAISE = -1, MW_LOAD = -2 };

// Why an entry was ended by force.
enum { MW_ALIVE = 0, MW_OVER_BUDGET = 1, MW_OVER_MEMORY = 2 };

// How a run ended.
enum { MW_OK = 0, MW_FAILED = 2, MW_SYNTAX = 3, MW_MEMORY = 4 };

// The kinds of values, as `mw_type` tells them.
enum {
    MW_NONE = -1, MW_NIL = 0, MW_BOOLEAN = 1, MW_LIGHT = 2, MW_NUMBER = 3, MW_STRING = 4, MW_TABLE = 5,
    MW_FUNCTION = 6, MW_USERDATA = 7, MW_THREAD = 8
};

// What the userdata of the shim stand for.
enum { MW_NOT_OURS = 0, MW_OBJECT = 1, MW_TOKEN = 2, MW_ERROR = 3 };
enum { MW_WEAK = 1 };

typedef struct {
    int (*invoke)(void *function, void *context, mw_thread *thread, intptr_t payload);
    void (*print)(void *context, const char *text, size_t length, const char *source, int line);
} mw_callbacks;

typedef struct {
    const char *source;       // the chunk's name, at an address that does not change; NULL for a C function
    const char *name;         // the function's name, if it is known
    int line;                 // -1 when it is not known
    bool is_main;             // a chunk, not a function in it
} mw_frame;

// ---- States -----------------------------------------------------------------------------------------------------

// NULL when there is no memory for a state at all.
mw_state *mw_new(mw_callbacks callbacks, int64_t instructions, size_t memory);
// Ends the state; objects that it held are then in the release queue. Nobody else may use it any more.
void mw_close(mw_state *state);
// Frees what is left after the release queue was emptied.
void mw_free(mw_state *state);
size_t mw_memory_used(mw_state *state);
// Takes the objects that Lua let go of; the caller releases each, then frees the array.
void **mw_take_released(mw_state *state, size_t *count);
// Drops a reference from any thread; done at the next entry.
void mw_drop_reference(mw_state *state, int reference);
// Bytes of this thread's stack below the caller.
size_t mw_stack_left(void);

// ---- Entries ----------------------------------------------------------------------------------------------------

// Takes the lock and a coroutine.
mw_entry *mw_enter(mw_state *state);
// Gives both back.
void mw_leave(mw_entry *entry);
mw_thread *mw_entry_thread(mw_entry *entry);
// What Swift keeps for an entry, for as long as the entry lives in the pool.
void *mw_entry_context(mw_entry *entry);
void mw_set_entry_context(mw_entry *entry, void *context);
// The entries of a closed state, so that their contexts can be released.
mw_entry *mw_all_entries(mw_state *state);
mw_entry *mw_next_entry(mw_entry *entry);
// Calls the function below `arguments` values; the results, or one error value, are on top afterwards.
int mw_run(mw_entry *entry, int arguments, int *results);
// Lets go of what a failed run left, after its frames were read.
void mw_retire(mw_entry *entry);
// Why the last run was ended by force, and where.
int mw_cause_of_death(mw_entry *entry, const char **source, int *line);
// Frees the interpreter for other threads while code of the application runs, and takes it again.
void mw_suspend(mw_thread *thread);
void mw_resume(mw_thread *thread);

// ---- Chunks and callbacks ---------------------------------------------------------------------------------------

// Compiles source text, never bytecode; pushes the function or the message.
int mw_load(mw_thread *thread, const char *text, size_t length, const char *name);
// Pushes a function that calls Swift.
void mw_push_callback(mw_thread *thread, void *function, intptr_t payload);
void mw_set_global(mw_thread *thread, const char *name);
// Sets a field of a global table, which is made when it is missing; pops the value.
void mw_set_global_field(mw_thread *thread, const char *table, const char *name);
// Undeclared globals call these from now on.
void mw_guard_globals(mw_thread *thread, void *read, void *write);
// Pushes what a module returned, when it was loaded before.
bool mw_push_loaded(mw_thread *thread, const char *key, size_t length);
// Fills in the frame `level` steps out from the running function, its name only when asked for, as that takes a while;
// false when there is none.
bool mw_frame_at(mw_thread *thread, int level, bool with_name, mw_frame *frame);
// Where the function on the stack was written.
bool mw_function_source(mw_thread *thread, int index, const char **source, int *line);

// ---- Values -----------------------------------------------------------------------------------------------------

int mw_type(mw_thread *thread, int index);
bool mw_is_integer(mw_thread *thread, int index);
bool mw_boolean(mw_thread *thread, int index);
// Also a float without a fraction; never a text.
bool mw_integer(mw_thread *thread, int index, int64_t *value);
bool mw_number(mw_thread *thread, int index, double *value);
// The bytes of a text, not copied; NULL for anything else.
const char *mw_string(mw_thread *thread, int index, size_t *length);
int mw_top(mw_thread *thread);
void mw_set_top(mw_thread *thread, int top);
void mw_copy(mw_thread *thread, int index);
// False when the stack cannot hold so many more values.
bool mw_make_room(mw_thread *thread, int count);
void mw_push_nil(mw_thread *thread);
void mw_push_boolean(mw_thread *thread, bool value);
void mw_push_integer(mw_thread *thread, int64_t value);
void mw_push_number(mw_thread *thread, double value);
void mw_push_string(mw_thread *thread, const char *bytes, size_t length);
void mw_push_table(mw_thread *thread, int elements, int fields);
// Raw access: no metamethod runs.
size_t mw_length(mw_thread *thread, int index);
void mw_get_element(mw_thread *thread, int table, int64_t element);
void mw_set_element(mw_thread *thread, int table, int64_t element);
void mw_get_field(mw_thread *thread, int table, const char *name, size_t length);
// Sets the field whose key and value are on top; a key that Lua refuses is passed over.
void mw_set_pair(mw_thread *thread, int table);
// The key on top is replaced by the next key and its value; false at the end. The key must come from this table.
bool mw_next(mw_thread *thread, int table);
// Pushes the table's keys as a sorted list, and tells how many there are.
int mw_push_sorted_keys(mw_thread *thread, int table);
// Gets the value for the key on top, which it replaces.
void mw_get_pair(mw_thread *thread, int table);
// Keeps the value on top, and pops it.
int mw_reference(mw_thread *thread);
void mw_push_reference(mw_thread *thread, int reference);
void mw_collect(mw_thread *thread);

// ---- Objects ----------------------------------------------------------------------------------------------------

// What a userdata is, its class or token, and the object that it holds.
int mw_userdata(mw_thread *thread, int index, int32_t *kind, int32_t *flags, void **object);
// Pushes the userdata that stands for the object at an address, if there is one.
bool mw_find_object(mw_thread *thread, const void *address);
// Pushes a new userdata that owns `owned` and stands for the object at `address`.
void mw_push_object(mw_thread *thread, const void *address, void *owned, int32_t class_id, int32_t flags);
// Pushes an error that carries an owned Swift error; scripts see its text.
void mw_push_error(mw_thread *thread, void *owned, const char *text, size_t length);
void mw_push_token(mw_thread *thread, int32_t kind, int32_t index);
// Opens a class; members and setters are then added, and the class is closed.
void mw_open_class(mw_thread *thread, int32_t class_id, const char *name, void *unknown);
void mw_add_method(mw_thread *thread, const char *name, void *function);
void mw_add_getter(mw_thread *thread, const char *name, void *function);
void mw_add_setter(mw_thread *thread, const char *name, void *function);
void mw_close_class(mw_thread *thread);

#endif
