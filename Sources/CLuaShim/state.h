#ifndef CLUASHIM_STATE_H
#define CLUASHIM_STATE_H

#include "CLuaShim.h"

#include "../CLua/CLua.h"
#include "Memory/small_blocks.h"
#include <stdatomic.h>
#include <stddef.h>

#if defined(__APPLE__)
#include <os/lock.h>
#endif

typedef struct mw_lock {
#if defined(__APPLE__)
    os_unfair_lock word;
#else
    _Atomic uint32_t word;
#endif
} mw_lock;

/* A coroutine that runs, and the thread that resumed it; stored on the C stack of the resuming function. */
typedef struct mw_resumption {
    lua_State *coroutine, *resumer;
    struct mw_resumption *outer;
} mw_resumption;

/* The CPU time of an entry. */
typedef struct mw_entry_time {
    uint64_t spent;     /* Nanoseconds of the outermost entry so far. */
    uint64_t worked_at; /* CPU time of this thread when that was read last. */
    uint64_t estimated; /* Nanoseconds of `spent` since then, by the wall clock. */
    int until_check;    /* Work that is left until the clock is read next. */
    bool is_used_up;
} mw_entry_time;

/* What only entries have that can be suspended. */
typedef struct mw_entry_async {
    bool is_async;    /* May be suspended. */
    bool is_awaiting; /* A host function awaits something: its thread yields, and those that resumed it. */
    bool is_pausing;  /* A thread yields to be resumed at once. */
    bool has_noticed; /* The entry has noticed that it was cancelled. */
    _Atomic bool is_cancelled;
} mw_entry_async;

typedef struct mw_alarm mw_alarm;
typedef struct mw_loan mw_loan;

/* How an entry without a count of its instructions is interrupted. */
typedef struct mw_entry_alarm {
    mw_alarm *_Atomic thread; /* The alarm of the thread that runs the entry; NULL for none. */
    uint64_t before;          /* When that was due before. */
    _Atomic bool is_due;      /* The alarm has rung, and the hook has not answered it. */
} mw_entry_alarm;

/* One entry. Eighteen members, because each call of a host function uses most of them: they share cache lines. */
struct mw_entry {
    mw_boundary boundary; /* First, so that one is the other. */
    mw_state *state;
    lua_State *thread;
    mw_entry *outermost; /* The entry whose budget this one spends. */
    mw_entry *below;     /* The entry that this thread was in before. */
    mw_entry *next_idle;
    mw_entry *next_made;
    void *host;
    mw_resumption *innermost; /* The coroutines that run within this entry. */
    int64_t budget;
    mw_loan *loans; /* What the entry lends, the newest first. */
    uint32_t loan_count;
    int slot;    /* Keeps the Lua thread. */
    int ended;   /* Why the entry must end, or zero. */
    bool nested; /* An entry below holds the lock. */
    mw_entry_time time;
    mw_entry_async async;
    mw_entry_alarm alarm;
};

typedef struct mw_object mw_object;
typedef struct mw_object_block mw_object_block;

/* A request of Lua for memory. */
typedef struct mw_request {
    void *block;
    size_t old_size, new_size;
} mw_request;

/* Code that Lua compiles wrongly; no bug where there is none. */
typedef struct mw_miscompiled {
    int bug;
    int line;
    char chunk[LUA_IDSIZE];
} mw_miscompiled;

/* What the allocator counts and keeps. */
typedef struct mw_memory {
    bool debt;             /* The limit was exceeded; the next instruction settles it. */
    bool is_stack_full;    /* The last request that was refused was for a larger stack. */
    bool grants_any_stack; /* The host reads the frames of a thread that has ended, and needs room on its stack. */
    _Atomic size_t used;
    _Atomic size_t peak; /* The most that was in use. */
    mw_small_blocks small;
} mw_memory;

/* All entries of a state. */
typedef struct mw_entries {
    mw_entry *idle;
    mw_entry *all;
    mw_entry main;      /* Owns the main thread. */
    mw_entry abandoned; /* Owns the coroutines that were left when their entry had to end. */
    int suspended_count;
} mw_entries;

/* The slots of the registry that hold values for the host. */
typedef struct mw_slots {
    _Atomic bool has_dropped;
    mw_lock lock; /* Guards what was dropped. */
    int *dropped;
    size_t dropped_count, dropped_capacity;
    int *free;
    size_t free_count, free_capacity;
    int next;
} mw_slots;

/* The userdata of objects. */
typedef struct mw_objects {
    _Atomic bool may_be_kept; /* Since this was last reset, scripts may have received an object that they keep. */
    _Atomic bool are_retired; /* Scripts keep no object between calls. */
    mw_object **chains;       /* From identities to userdata. */
    size_t chain_count, known_count;
    int *free_indices;
    size_t free_index_count, free_index_capacity;
    int last_index;
    bool is_making_object;       /* The next userdata that Lua asks memory for is one. */
    mw_object_block *made_block; /* Its block, once Lua has asked. */
} mw_objects;

/* What is to be released outside. */
typedef struct mw_releases {
    mw_released *current;
    mw_released *_Atomic spare; /* An emptied list, for the next time. */
} mw_releases;

/* The injected faults of one state. */
typedef struct mw_fault_state {
    mw_faults *plan;
    bool is_over_limit;    /* The limit counts as exceeded. */
    mw_request refused;    /* The last refused request, until Lua makes it again. */
    bool is_refused_twice; /* It is refused then, too. */
} mw_fault_state;

typedef struct mw_library_state {
    bool is_quiet;    /* A script turned warnings off. */
    int64_t next_key; /* Where `next` is in the keys that it sorted last. */
} mw_library_state;

typedef struct mw_compiler_state {
    bool has_closables;              /* There may be values that a loop closes. */
    mw_miscompiled wrong_if_closing; /* The first code that is right as long as there are none. */
} mw_compiler_state;

/* One interpreter. One member for each concern, and in front of them those that every call uses. */
struct mw_state {
    /* Every call uses these, so they are first. */
    mw_host host;
    lua_State *running;
    bool in_host;   /* The host runs, or no thread is inside: allocations are always granted. */
    int hook_count;           /* Instructions between two checks of the budget; zero for no checks. */
    bool always_reads_clock;  /* Little work may take long. */
    mw_memory memory;
    mw_gate gate;
    mw_lock lock;

    mw_limits limits;
    uint64_t family;    /* Entries of one thread in interpreters of a family share one budget. Zero for none. */
    int parallel_count; /* Functions that are marked as parallel. */
    lua_State *main;
    mw_entries entries;
    mw_slots slots;
    mw_objects objects;
    mw_releases releases;
    mw_fault_state faults;
    mw_library_state library;
    mw_compiler_state compiler;
};

/* The tag identifies userdata of the shim. The only others that scripts can hold are files of Lua, which begin with the address
   of a FILE: the lower half of that, where the tag is, is even. */
enum { MW_TAG_OBJECT = 1, MW_TAG_TOKEN = 3, MW_TAG_ENDED = 5 };
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && offsetof(luaL_Stream, f) == 0, "a file may look like an object");

struct mw_object {
    int32_t tag;
    uint8_t hold;  /* MW_WEAK: `object` is a box that refers weakly. After the end, how scripts held it last. */
    int32_t index; /* In the list of objects; zero when the userdata no longer represents one. */
    uint32_t loan_count;
    mw_loan *loans; /* Of the entries that lend it, the newest first. */
    void *object;
    const void *identity;
    mw_object *next; /* Of its chain. */
};

/* An object that an entry lends. It is in a list of each; a link is where the address of the loan is stored. */
struct mw_loan {
    mw_object *object;
    mw_entry *entry;
    mw_loan *next_of_object, **link_of_object;
    mw_loan *next_of_entry, **link_of_entry;
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

#endif
