#ifndef CLUASHIM_INTERNAL_H
#define CLUASHIM_INTERNAL_H

#include "state.h"

#include <stdlib.h>

/* Instructions between two checks of the budget. */
#define MW_HOOK_COUNT 1000
/* Instructions, and other work, where they are not limited. */
#define MW_ANY_NUMBER ((int64_t)1 << 62)
/* With a string longer than this, one instruction may take so long that there are fewer. */
#define MW_LONG_STRING ((size_t)1 << 20)
/* Values on the stack of one coroutine. */
#define MW_STACK_VALUES ((size_t)1 << 16)
/* Arguments or results that a library function may produce at once. */
#define MW_MOST_RESULTS (1 << 15)
/* Instructions that a coroutine costs in addition to what it runs: each has a counter of its own. */
#define MW_COROUTINE_COST 100
#define MW_RESUME_COST 50
/* Instructions that a caught error costs: Lua visits the calls that are in progress. */
#define MW_CAUGHT_COST 10
/* Instructions that a cancelled entry has left to clean up. */
#define MW_LAST_INSTRUCTIONS 100000
/* Bytes of the C stack that one entry may need: 200 nested calls, each with a buffer. */
#define MW_ENTRY_STACK ((size_t)400 << 10)
/* Bytes of the C stack that a host function needs at least. */
#define MW_CALLBACK_STACK ((size_t)96 << 10)
/* Bytes of the C stack that one more level of a conversion needs at least. */
#define MW_CONVERSION_STACK ((size_t)128 << 10)

/* Fixed indices of the registry; Lua itself owns the first three. */
enum {
    MW_REGISTRY_OBJECTS = 4,   /* The userdata of objects, weakly, each at its index. */
    MW_REGISTRY_LOADED,        /* The results that MW_LOAD keeps, by cache key. */
    MW_REGISTRY_TOKENS,        /* Token kind to metatable. */
    MW_REGISTRY_KEYS,          /* The keys that `next` sorted last. */
    MW_REGISTRY_TABLE,         /* The table of those keys, weakly. */
    MW_REGISTRY_MESSAGES,      /* Messages of Lua, made while there is memory for them. */
    MW_REGISTRY_UNWOUND,       /* The value that the last coroutine failed with, weakly. */
    MW_REGISTRY_GLOBALS,       /* The globals of the host, which may be behind a guard. */
    MW_REGISTRY_LIST_MARK,     /* The metatable that marks tables without elements as lists. */
    MW_REGISTRY_CONCATENATION, /* The string by which Lua finds `__concat`, where that is hidden. */
    MW_REGISTRY_PARALLEL,      /* The parallel functions by number, and their numbers. */
    MW_REGISTRY_FIRST = 16,    /* From here on: mw_keep. */
};

/* These enclose functions that an error of Lua may leave by longjmp. The thread sanitizer counts calls and returns, and does not
   see Lua's longjmp: it would take each for a call that never ends. */
#if defined(__has_feature) && __has_feature(thread_sanitizer)
#define MW_MAY_LONGJMP_BEGIN                                                                                           \
    _Pragma("clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)")
#define MW_MAY_LONGJMP_END _Pragma("clang attribute pop")
#else
#define MW_MAY_LONGJMP_BEGIN
#define MW_MAY_LONGJMP_END
#endif

/* Entries/lock.c */
void mw_lock_take(mw_lock *lock);
void mw_lock_give(mw_lock *lock);
/* So high that no stack seems to reach down to it, and so low that adding to it does not wrap around. */
#define MW_UNKNOWN_ADDRESS (UINTPTR_MAX / 2)
extern _Thread_local uintptr_t mw_lowest_address;
void mw_find_lowest_address(void);

/* Entries/gate.c */
void mw_gate_open(mw_gate *gate, mw_lock *lock);
bool mw_gate_is_mine(const mw_gate *gate);

/* Whether that many bytes are left on this thread's C stack, whose bounds are found once. */
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

/* Memory/allocator.c */
void *mw_allocate(void *state, void *block, size_t old_size, size_t new_size);
void mw_record_debt(mw_state *state);
void *mw_resize(void *block, size_t size);
void *mw_grow(void *array, size_t count, size_t *capacity, size_t element);

/* A block that no limit is checked for; NULL if there is no memory. */
static inline void *mw_take_block(mw_state *state, size_t size) {
    return mw_is_small(size) ? mw_take_small_block(&state->memory.small, size) : malloc(size);
}

static inline void mw_free_block(mw_state *state, void *block, size_t size) {
    if (mw_is_small(size)) {
        mw_free_small_block(&state->memory.small, block);
    } else {
        free(block);
    }
}

/* Memory/releases.c */
void mw_release_outside(mw_state *state, void *object);
mw_released *mw_close_released(mw_state *state);

/* Returns what is to be released outside, or NULL. */
static inline mw_released *mw_take_released(mw_state *state) {
    mw_released *released = state->releases.current;
    state->releases.current = NULL;
    return released;
}

/* Entries/budget.c */
void mw_hook(lua_State *L, lua_Debug *activation);
void mw_arm(lua_State *L, int count);
void mw_arm_again(lua_State *L);
int mw_count_of(const mw_entry *entry);
void mw_charge(lua_State *L, uint64_t units);
void mw_charge_caught(lua_State *L, int status);
void mw_settle(lua_State *L);
int mw_leave_ended(lua_State *L);
int mw_raise_ended(lua_State *L);

/* Whether the next instruction of the entry must run the hook. */
static inline bool mw_needs_hook(const mw_entry *entry) {
    return entry->state->memory.debt || atomic_load_explicit(&entry->outermost->alarm.is_due, memory_order_relaxed);
}

/* Entries/alarm.c */
bool mw_open_alarms(void);
void mw_begin_alarm(mw_entry *entry);
void mw_end_alarm(mw_entry *entry);
void mw_set_alarm(uint64_t remaining);
void mw_ring_soon(mw_entry *entry);

/* Entries/entry.c */
bool mw_ring(void);

/* Entries/time.c */
uint64_t mw_wall_time(void);
uint64_t mw_cpu_time(void);
void mw_begin_time(mw_entry *entry);
void mw_check_clock(mw_entry *entry);
void mw_end_time(mw_entry *entry);
uint64_t mw_remaining_time(mw_entry *entry);

/* Memory/stack_size.c */
bool mw_is_too_large_stack(mw_state *state, size_t size);
void mw_name_overflow(lua_State *L, int status);

/* Memory/fault_injection.c */
void *mw_allocate_or_fail(void *state, void *block, size_t old_size, size_t new_size);
bool mw_faults_every_instruction(mw_faults *faults);
void mw_check_fault(mw_entry *entry);
void mw_collect_often(mw_state *state);
bool mw_fault_exceeds_limit(mw_state *state);

/* Whether that many bytes in use exceed the limit. Free blocks of pages that are not empty count from twice the limit on: a script
   could keep one block of each page, and use up pages of another size next. */
static inline bool mw_exceeds_memory(const mw_state *state, size_t used) {
    return used > state->limits.memory || mw_page_bytes(&state->memory.small) / 2 > state->limits.memory;
}

/* Whether the limit is exceeded. */
static inline bool mw_is_over_limit(mw_state *state) {
    size_t used = atomic_load_explicit(&state->memory.used, memory_order_relaxed);
    return mw_exceeds_memory(state, used) || mw_fault_exceeds_limit(state);
}

/* Objects/object_blocks.c */
#define MW_OBJECT_OFFSET (_Alignof(max_align_t) / 2)
void *mw_make_object_block(mw_state *state, size_t size);
void mw_free_object_block(mw_state *state, void *memory, size_t size);
mw_object *mw_new_object(lua_State *L);

/* Smaller blocks may have any alignment. */
static inline bool mw_is_object_block(const void *memory, size_t size) {
    return ((uintptr_t)memory & MW_OBJECT_OFFSET) && size >= sizeof(mw_object);
}

/* Objects/objects.c */
void mw_object_freed(mw_state *state, mw_object *object);

/* Objects/retirement.c */
void mw_weaken_objects(mw_state *state);

/* Entries/callback.c */
void mw_need_stack(lua_State *L);
int mw_call_host(lua_State *L, void *function);
int mw_callback(lua_State *L);
int mw_continue_host(lua_State *L);
void *mw_called_host(lua_State *L, int position);

/* Values/frames.c */
void mw_report_unwound(lua_State *L, mw_entry *entry);

/* Library/coroutine.c */
int mw_yield(lua_State *L);

/* Entries/suspension.c */
int mw_await(lua_State *L, mw_entry *entry);

/* Library/concatenation.c */
void mw_hide_concatenation(lua_State *L);
void mw_show_concatenation(lua_State *L, int metatable);
bool mw_take_pause(mw_entry *entry);

/* Compiler/miscompiled.c */
/* For each `break` and `goto`, Lua moves all others to the same label. So many take a sixth of the time allowed. */
#define MW_MOST_JUMPS 1000
int mw_line_of_many_jumps(const char *text, size_t length);
bool mw_refuse_miscompiled(lua_State *L, const char *text, size_t length);

/* Compiler/load.c */
int mw_compile(lua_State *L, const char *text, size_t length, const char *name);
int mw_load_source(lua_State *L, const char *text, size_t length, const char *name);

/* Library/guard.c */
void mw_push_refusal(lua_State *L);

/* Library/open_libraries.c */
void mw_open_libraries(lua_State *L, const mw_profile *profile);
extern lua_CFunction mw_stock_byte, mw_stock_codepoint, mw_stock_codes, mw_stock_format, mw_stock_unpack;

/* Objects/identities.c */
void mw_remember(lua_State *L, mw_object *object, const void *identity);
void mw_forget(mw_state *state, mw_object *object);
mw_object *mw_recall(lua_State *L, const void *identity);
void mw_close_identities(mw_state *state);

/* Objects/lending.c */
void mw_drop_loans(mw_state *state, mw_object *object);

/* Values/tables.c */
void mw_copy_entries(lua_State *L, int from, int to);
void mw_set_raw(lua_State *L, int table, const char *name);

/* Values/table_parts.c */
bool mw_is_plain_list(lua_State *L, int table);

/* Library: these replace functions of Lua's */
extern const luaL_Reg mw_base_functions[], mw_chunk_functions[], mw_output_functions[], mw_coroutine_functions[];
extern const luaL_Reg mw_debug_functions[], mw_string_functions[], mw_pattern_functions[], mw_table_functions[];
extern const luaL_Reg mw_utf8_functions[];
int mw_open_files(lua_State *L);
void mw_push_description(lua_State *L, int position);
void mw_check_slice(lua_State *L);
int mw_sort(lua_State *L);
int mw_sorted_pairs(lua_State *L);
int mw_push_iteration(lua_State *L, int table, int front);
int mw_sorted_next(lua_State *L);

#endif
