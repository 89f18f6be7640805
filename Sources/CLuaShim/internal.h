#ifndef CLUASHIM_INTERNAL_H
#define CLUASHIM_INTERNAL_H

#include "CLuaShim.h"

#include "../CLua/CLua.h"
#include <stdatomic.h>
#include <stddef.h>

#if defined(__APPLE__)
#include <os/lock.h>
#endif

/* Instructions between two looks at the budget. */
#define MW_HOOK_COUNT 1000
/* With a string longer than this, one instruction may take so long that there are fewer. */
#define MW_LONG_STRING ((size_t)1 << 20)
/* Values on the stack of one coroutine. */
#define MW_STACK_VALUES ((size_t)1 << 16)
/* Arguments or results that a library function may make up at once. */
#define MW_MOST_RESULTS (1 << 15)
/* Instructions that a coroutine costs beside what it runs: each has a counter of its own. */
#define MW_COROUTINE_COST 100
#define MW_RESUME_COST 50
/* Instructions that a caught error costs: Lua goes through the calls that are in progress. */
#define MW_CAUGHT_COST 10
/* Instructions that a cancelled entry has left to clean up. */
#define MW_LAST_INSTRUCTIONS 100000
/* The stack that one entry may need in C: 200 nested calls, each with a buffer. */
#define MW_ENTRY_STACK ((size_t)400 << 10)
/* The stack that a host function needs at least. */
#define MW_CALLBACK_STACK ((size_t)96 << 10)

/* The stack that one more level of a conversion needs at least. */
#define MW_CONVERSION_STACK ((size_t)128 << 10)

/* Fixed places of the registry; Lua itself owns the first three. */
enum {
    MW_REGISTRY_OBJECTS = 4, /* The userdata that stand for objects, weakly, each at its place. */
    MW_REGISTRY_LOADED,      /* What LOAD keeps, by cache key. */
    MW_REGISTRY_TOKENS,      /* Token kind to metatable. */
    MW_REGISTRY_KEYS,        /* The sorted keys that `next` last went through. */
    MW_REGISTRY_TABLE,       /* The table of those keys, weakly. */
    MW_REGISTRY_MESSAGES,    /* What Lua says where it could not get memory to say it. */
    MW_REGISTRY_UNWOUND,     /* What the last coroutine that failed raised, weakly. */
    MW_REGISTRY_LOANS,       /* The metatable of what entries lend. */
    MW_REGISTRY_GLOBALS,     /* What the host gave scripts, behind the guard if there is one. */
    MW_REGISTRY_LIST_MARK,   /* The metatable of lists that are known as such without an element. */
    MW_REGISTRY_CONCATENATION, /* By which Lua looks `__concat` up, where that is hidden. */
    MW_REGISTRY_FIRST = 16,  /* From here on: mw_keep. */
};

typedef struct mw_lock {
#if defined(__APPLE__)
    os_unfair_lock word;
#else
    _Atomic uint32_t word;
#endif
} mw_lock;

/* A coroutine that runs, and who resumed it; lies on the C stack of the resuming function. */
typedef struct mw_resumption {
    lua_State *coroutine, *resumer;
    struct mw_resumption *outer;
} mw_resumption;

struct mw_entry {
    mw_passage passage; /* First, so that one is the other. */
    mw_state *state;
    lua_State *thread;
    mw_entry *outermost; /* Whose budget this one spends. */
    mw_entry *below;     /* The entry that this thread was in before. */
    mw_entry *next_idle;
    mw_entry *next_made;
    void *host;
    mw_resumption *innermost; /* The coroutines that run within this entry. */
    int64_t budget;
    uint64_t spent;     /* Nanoseconds of CPU time of the outermost entry so far. */
    uint64_t worked_at; /* CPU time of this thread when that was read last. */
    uint64_t estimated; /* Nanoseconds of `spent` since then, by the clock on the wall. */
    int until_look;     /* Work that is left until the clock is read next. */
    int slot;
    int dead;
    bool lends;     /* The registry has a table of what it lends, by its address. */
    bool nested;    /* The lock was held by an entry below. */
    bool asynchronous; /* May be suspended. */
    bool awaiting;     /* A host function awaits something: its thread yields, and those that resumed it. */
    bool pausing;      /* A thread yields to be resumed at once. */
    bool noticed;      /* That it was cancelled. */
    bool is_late;      /* The CPU time is used up. */
    _Atomic bool cancelled;
};

typedef struct mw_object mw_object;
typedef struct mw_object_block mw_object_block;

/* What Lua asks an allocator for. */
typedef struct mw_request {
    void *block;
    size_t old_size, new_size;
} mw_request;

/* A place of a text that is compiled wrongly; no bug where there is none. */
typedef struct mw_miscompiled {
    int bug;
    int line;
    char chunk[LUA_IDSIZE];
} mw_miscompiled;

struct mw_state {
    /* Touched by every call, so first. */
    mw_host host;
    lua_State *running;
    bool window; /* A host frame is on top, or nobody is inside: allocations are always granted. */
    bool debt;   /* The memory limit was passed; the next instruction settles it. */
    _Atomic bool keeps;   /* Since this was last reset, scripts may have got an object that they keep. */
    _Atomic bool retired; /* Scripts keep no object between calls. */
    int hook_count;
    _Atomic size_t used;
    _Atomic size_t peak; /* The most that was in use. */
    size_t limit;
    mw_gate gate;
    mw_lock lock;
    mw_entry *idle;
    mw_released *released;
    mw_released *_Atomic spare; /* Emptied, for the next ones. */
    _Atomic bool has_dropped;

    lua_State *main;
    int64_t instructions;
    uint64_t time; /* Nanoseconds of CPU time that an entry has. */
    bool is_reporting;  /* The host looks at the calls of a thread that has ended, and needs room on its stack. */
    bool is_stack_full; /* The last request that was refused was for a larger stack. */
    size_t source;         /* Bytes that a text may have. */
    bool is_quiet;         /* A script turned warnings off. */
    mw_entry *made;
    mw_entry resting; /* What the main state belongs to. */
    mw_entry buried;  /* What coroutines belong to that were left when their entry died. */
    mw_lock dropped_lock;
    int *dropped;
    size_t dropped_count, dropped_capacity;
    int *free_slots;
    size_t free_count, free_capacity;
    int next_slot;
    mw_object **chains; /* From identities to userdata. */
    size_t chain_count, known_count;
    int *free_places;
    size_t free_place_count, free_place_capacity;
    int last_place;
    bool is_making_object;   /* The next userdata that Lua asks memory for is one. */
    mw_object_block *made_block; /* That of the last one. */
    mw_object_block *free_blocks;
    int free_block_count;
    int64_t next_position;
    mw_faults *faults;
    bool is_overdue;    /* By a planned fault the limit counts as passed. */
    mw_request refused;    /* By a planned fault, and not asked for again. */
    bool is_refused_twice; /* It is refused again then. */
    int suspended; /* Entries that are. */
    bool has_closables; /* There may be values that a loop closes. */
    mw_miscompiled wrong_if_closing; /* The first that is right as long as there are none. */
};

/* The tag says which userdata is ours. The only other that scripts can hold is a file of Lua, which begins with the address of
   a FILE: its lower half, which is where the tag lies, is even. */
enum { MW_TAG_OBJECT = 1, MW_TAG_TOKEN = 3, MW_TAG_ENDED = 5 };
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && offsetof(luaL_Stream, f) == 0, "a file may look like an object");

struct mw_object {
    int32_t tag;
    uint8_t hold;   /* MW_WEAK: `object` is a box that refers weakly. Once it has ended, what held it last. */
    uint16_t loans; /* How many entries lend the object out. */
    int32_t place;  /* In the list of objects; zero when it stands for none any more. */
    void *object;
    const void *identity;
    mw_object *next; /* Of its chain. */
};

typedef struct mw_token {
    int32_t tag;
    int32_t kind;
    int32_t index;
} mw_token;

static inline mw_entry *mw_entry_of(lua_State *L) {
    return *(mw_entry **)lua_getextraspace(L);
}

static inline void mw_set_entry(lua_State *L, mw_entry *entry) {
    *(mw_entry **)lua_getextraspace(L) = entry;
}

/* Between these stand functions that an error jumps over. The thread sanitizer counts entries and exits and would take
   each jump for a call that never ends; Lua's jump is not one that it knows. */
#if defined(__has_feature) && __has_feature(thread_sanitizer)
#define MW_JUMPED_OVER_BEGIN                                                                                           \
    _Pragma("clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)")
#define MW_JUMPED_OVER_END _Pragma("clang attribute pop")
#else
#define MW_JUMPED_OVER_BEGIN
#define MW_JUMPED_OVER_END
#endif

/* lock.c */
void mw_lock_take(mw_lock *lock);
void mw_lock_give(mw_lock *lock);
/* Stands so high that no stack seems to reach down to it, and so low that adding to it does not wrap around. */
#define MW_UNKNOWN_ADDRESS (UINTPTR_MAX / 2)
extern _Thread_local uintptr_t mw_lowest_address;
void mw_find_lowest_address(void);

/* gate.c */
void mw_gate_open(mw_gate *gate, mw_lock *lock);
bool mw_gate_is_mine(const mw_gate *gate);

/* Whether so many bytes are left on this thread's stack; its bounds are asked for once. */
static inline bool mw_has_stack(size_t needed) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (here > mw_lowest_address + needed) { return true; }
    if (mw_lowest_address != MW_UNKNOWN_ADDRESS) { return false; }
    mw_find_lowest_address();
    return here > mw_lowest_address + needed;
}

#if DEBUG
#include <assert.h>
#define MW_ASSERT_HELD(state) assert(mw_gate_is_mine(&(state)->gate))
#else
#define MW_ASSERT_HELD(state) ((void)0)
#endif

/* allocator.c */
void *mw_allocate(void *state, void *block, size_t old_size, size_t new_size);
void mw_record_debt(mw_state *state);
void *mw_resize(void *block, size_t size);
void *mw_grow(void *array, size_t count, size_t *capacity, size_t element);

/* released.c */
void mw_release_outside(mw_state *state, void *object);
mw_released *mw_close_released(mw_state *state);

/* Answers what is to be released outside, or NULL. */
static inline mw_released *mw_take_released(mw_state *state) {
    mw_released *released = state->released;
    state->released = NULL;
    return released;
}

/* budget.c */
void mw_hook(lua_State *L, lua_Debug *activation);
void mw_arm(lua_State *L, int count);
void mw_charge(lua_State *L, uint64_t units);
void mw_charge_caught(lua_State *L, int status);
void mw_settle(lua_State *L);
int mw_leave_dead(lua_State *L);
int mw_raise_dead(lua_State *L);

/* time.c */
uint64_t mw_wall_time(void);
uint64_t mw_cpu_time(void);
void mw_begin_time(mw_entry *entry);
void mw_look_at_clock(mw_entry *entry);
void mw_end_time(mw_entry *entry);

/* stack_size.c */
bool mw_is_too_large_stack(mw_state *state, size_t size);
void mw_name_overflow(lua_State *L, int status);

/* faults.c */
void *mw_allocate_or_fail(void *state, void *block, size_t old_size, size_t new_size);
bool mw_faults_every_instruction(mw_faults *faults);
void mw_look_for_fault(mw_entry *entry);
void mw_collect_often(mw_state *state);
bool mw_fault_binds_limit(mw_state *state);

/* Whether more is used than there may be. */
static inline bool mw_is_over_limit(mw_state *state) {
    return atomic_load_explicit(&state->used, memory_order_relaxed) > state->limit || mw_fault_binds_limit(state);
}

/* object_blocks.c */
#define MW_OBJECT_OFFSET (_Alignof(max_align_t) / 2)
void *mw_make_object_block(mw_state *state, size_t size);
void mw_free_object_block(mw_state *state, void *memory);
mw_object *mw_new_object(lua_State *L);
void mw_close_object_blocks(mw_state *state);

/* Smaller blocks need not be aligned that far. */
static inline bool mw_is_object_block(const void *memory, size_t size) {
    return ((uintptr_t)memory & MW_OBJECT_OFFSET) && size >= sizeof(mw_object);
}

/* objects.c */
void mw_lose_object(mw_state *state, mw_object *object);

/* retirement.c */
void mw_let_go(mw_state *state);

/* callback.c */
void mw_need_stack(lua_State *L);
int mw_call_host(lua_State *L, void *function);
int mw_callback(lua_State *L);
int mw_go_on_host(lua_State *L);
void *mw_called_host(lua_State *L, int position);

/* frames.c */
void mw_tell_unwound(lua_State *L, mw_entry *entry);

/* library_coroutine.c */
int mw_yield(lua_State *L);

/* suspension.c */
int mw_await(lua_State *L, mw_entry *entry);

/* concatenation.c */
void mw_hide_concatenation(lua_State *L);
void mw_show_concatenation(lua_State *L, int metatable);
bool mw_take_pause(mw_entry *entry);

/* miscompiled.c */
/* For each `break` and `goto`, Lua moves all others that wait for the same label. So many take a sixth of the time allowed. */
#define MW_MOST_JUMPS 1000
int mw_line_of_many_jumps(const char *text, size_t length);
bool mw_refuse_miscompiled(lua_State *L, const char *text, size_t length);

/* load.c */
int mw_compile(lua_State *L, const char *text, size_t length, const char *name);
int mw_load_text(lua_State *L, const char *text, size_t length, const char *name);

/* guard.c */
void mw_push_refusal(lua_State *L);

/* libraries.c */
void mw_open_libraries(lua_State *L, const mw_profile *profile);
extern lua_CFunction mw_stock_byte, mw_stock_codepoint, mw_stock_codes, mw_stock_format, mw_stock_unpack;

/* identities.c */
void mw_remember(lua_State *L, mw_object *object, const void *identity);
void mw_forget(mw_state *state, mw_object *object);
mw_object *mw_recall(lua_State *L, const void *identity);
void mw_close_identities(mw_state *state);

/* tables.c */
void mw_copy_entries(lua_State *L, int from, int to);
void mw_set_raw(lua_State *L, int table, const char *name);

/* table_parts.c */
bool mw_is_plain_list(lua_State *L, int table);

/* library_*.c: what is ours, the rest is Lua's */
extern const luaL_Reg mw_base_functions[], mw_chunk_functions[], mw_output_functions[], mw_coroutine_functions[];
extern const luaL_Reg mw_debug_functions[], mw_string_functions[], mw_pattern_functions[], mw_table_functions[];
extern const luaL_Reg mw_utf8_functions[];
int mw_open_files(lua_State *L);
void mw_push_description(lua_State *L, int position);
void mw_check_slice(lua_State *L);
int mw_sort(lua_State *L);
int mw_sorted_pairs(lua_State *L);
int mw_sorted_next(lua_State *L);

#endif
