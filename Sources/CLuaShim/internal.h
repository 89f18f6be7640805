// What the files of the shim share.
#ifndef MW_INTERNAL_H
#define MW_INTERNAL_H

#include "../CLua/clua.h"
#include "CLuaShim.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

// As much of a chunk's name as an entry remembers of the place where it ended.
enum { MW_SOURCE_SIZE = 1024 };

struct mw_entry {
    mw_state *state;
    lua_State *thread;
    void *context;
    mw_entry *all;            // every entry of the state
    mw_entry *free;           // the entries that nobody uses
    mw_entry *parent;         // the entry around this one on the same thread
    mw_entry *outermost;      // whose budget counts
    int64_t budget;
    int death;
    int line;
    char source[MW_SOURCE_SIZE];
};

struct mw_state {
    lua_State *main;
    atomic_uint lock;
#if DEBUG
    _Atomic(void *) owner;    // which thread holds the lock
#endif
    bool no_fail;             // a Swift frame is on top: every allocation is granted
    bool over_memory;         // the soft limit was passed; raised at the next safe point
    lua_State *running;       // the coroutine that executes now
    size_t used;
    size_t memory;
    int64_t instructions;
    mw_callbacks callbacks;
    mw_entry root;            // stands in for the main thread
    mw_entry *entries;
    mw_entry *idle;
    void **released;
    size_t released_count;
    size_t released_capacity;
    pthread_mutex_t dropped_lock;
    int *dropped;
    size_t dropped_count;
    size_t dropped_capacity;
};

// Light userdata keys of the registry, and the value that a forced end raises.
extern const char mw_key_identity, mw_key_references, mw_key_classes, mw_key_tokens, mw_key_errors, mw_key_loaded;
extern const char mw_key_entries, mw_dead;

// The header of every userdata; the garbage collector's hook reads it.
typedef struct {
    int32_t tag;
    int32_t kind;             // an object's class, a token's kind
    int32_t flags;            // an object's flags, a token's index
    void *object;
} mw_box;

static inline mw_entry *mw_entry_of(lua_State *L) {
    return *(mw_entry **)lua_getextraspace(L);
}

static inline void mw_set_entry_of(lua_State *L, mw_entry *entry) {
    *(mw_entry **)lua_getextraspace(L) = entry;
}

#if DEBUG
void mw_assert_owned(mw_state *state);
#define MW_OWNED(L) mw_assert_owned(mw_entry_of(L)->state)
#else
#define MW_OWNED(L) ((void)0)
#endif

void mw_lock(mw_state *state);
void mw_unlock(mw_state *state);
void *mw_allocate(void *state, void *block, size_t old_size, size_t new_size);
void mw_hook(lua_State *L, lua_Debug *activation);
// Counts instructions again from here on.
void mw_arm(lua_State *L);
// Takes instructions off the budget that a library function spends.
void mw_charge(lua_State *L, int64_t instructions);
bool mw_is_dead(lua_State *L);
int mw_raise_dead(lua_State *L);
// Raises when the memory limit was passed while no error could be raised.
void mw_check_memory(lua_State *L);
int mw_call_swift(lua_State *L, void *function, intptr_t payload);
int mw_trampoline(lua_State *L);
int mw_collect_object(lua_State *L);
void mw_open_libraries(lua_State *L);
void mw_open_coroutines(lua_State *L);
void mw_open_objects(lua_State *L);
int mw_sorted_keys(lua_State *L, int table);
int mw_ordered_next(lua_State *L);
int mw_ordered_pairs(lua_State *L);

#endif
