#ifndef CLUASHIM_H
#define CLUASHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CLuaGate.h"

#pragma clang assume_nonnull begin

/* An interpreter: the main state, its lock, its limits. */
typedef struct mw_state mw_state;
/* One entry from outside: a coroutine of the pool while it is taken. */
typedef struct mw_entry mw_entry;
/* The Lua stack that an entry or one of its coroutines runs on. */
typedef struct lua_State mw_stack;
/* What shall fail on purpose in the interpreters that are opened with it. */
typedef struct mw_faults mw_faults;

/* What a host function answers: a count of results on top of the stack, or one of these. */
enum {
    MW_RAISE = -1, /* The error value is on top. */
    MW_LOAD = -2,  /* On top: cache key or nil, chunk name, text. */
    MW_AWAIT = -3, /* The results come later; the entry is suspended until then. */
    MW_YIELD = -4, /* Less a count of values on top: the coroutine yields them; what resumes it are the results. */
};

/* How an entry ended. */
enum {
    MW_OK = 0,
    MW_FAILED = 1,          /* A script raised; the value is on top of the thread's stack. */
    MW_NO_MEMORY = 2,       /* A single request beyond the hard cap was refused. */
    MW_OUT_OF_BUDGET = 3,   /* The instructions of the outermost entry are used up. */
    MW_OUT_OF_MEMORY = 4,   /* The memory limit still binds after a full collection. */
    MW_SYNTAX = 5,          /* The text does not parse; the message is on top. */
    MW_CANCELLED = 6,       /* The entry was cancelled, and did not end in the time that it had left. */
    MW_SUSPENDED = 7,       /* Not at all yet: a host function awaits something. */
    MW_OUT_OF_TIME = 8,     /* The CPU time of the outermost entry is used up. */
    MW_STACK_FULL = 9,      /* Calls are nested too deeply, or pass too many values. */
};

/* What fails on purpose. */
enum {
    MW_FAULT_LIMIT,      /* An allocation is granted, and the memory limit counts as passed. */
    MW_FAULT_REFUSAL,    /* An allocation outside of host functions is refused, also after a full collection. */
    MW_FAULT_COLLECTION, /* An allocation outside of host functions is granted only after a full collection. */
    MW_FAULT_BUDGET,     /* The instructions are used up at a look at them, which is then taken at each one. */
};

/* What a value is; MW_LIST and MW_MAP split the tables, MW_OBJECT and MW_HANDLE the userdata. */
enum {
    MW_NIL,
    MW_BOOLEAN,
    MW_INTEGER,
    MW_FLOAT,
    MW_TEXT,
    MW_LIST,
    MW_MAP,
    MW_FUNCTION,
    MW_OBJECT,
    MW_HANDLE,
};

/* Whether a host function may await something where it is called. */
enum {
    MW_MAY_AWAIT,
    MW_NOT_ASYNCHRONOUS, /* The entry is not one that can be suspended. */
    MW_BLOCKED,          /* A function of Lua's library, or a metamethod of its, called; it cannot be left and entered again. */
};

/* What a script says. */
enum {
    MW_PRINT,
    MW_WARNING,
};

/* A set of functions: bit n stands for the one with that number. */
typedef struct mw_profile {
    uint64_t words[2];
} mw_profile;

typedef struct mw_limits {
    int64_t instructions; /* Of one outermost entry. */
    size_t memory;        /* Bytes of the whole interpreter. */
    size_t source;        /* Bytes of one text. */
    uint64_t time;        /* Nanoseconds of CPU time of one outermost entry. */
} mw_limits;

/* What the interpreter asks its host. None of them may raise. */
typedef struct mw_host {
    /* Runs a host function; answers with a count, or what is to be done. */
    int (*call)(void *stack, mw_stack *thread, void *function, int count);
    /* The entry goes on: puts on the stack what the host function awaited; answers as `call` does. */
    int (*awaited)(void *stack, mw_stack *thread);
    /* The running entry just ran out of a limit: the time to read its frames. */
    void (*died)(void *stack, mw_stack *thread, int reason);
    /* The message of a syntax error is on top: replaces it by the value to raise. */
    void (*syntax)(void *stack, mw_stack *thread);
    /* A thread failed, and its frames are about to go: with the value that also failed the last one, or another. */
    void (*unwound)(void *stack, mw_stack *thread, bool again);
    /* The entry runs on another thread of Lua's from now on. */
    void (*renewed)(void *stack, mw_stack *thread);
    /* What a script prints or warns of is on top. */
    void (*output)(void *stack, mw_stack *thread, int kind);
    /* Makes a box that refers to the object weakly; answers it retained. */
    void *_Nonnull (*_Nonnull weaken)(void *_Nonnull object);
} mw_host;

/* One level of a call stack. Its texts are valid while the function is. */
typedef struct mw_frame {
    const char *_Nullable source; /* The chunk name without its mark; NULL for a C function. */
    size_t source_length;
    const char *_Nullable name;
    int line;
    int last_line; /* Where a function ends; only mw_function_source says it. */
    void *_Nullable host; /* The host function that runs here; only mw_frame_at says it. */
    bool is_main;
    char shown[64]; /* The chunk name as messages show it. */
} mw_frame;

/* Objects that scripts let go of, to be released outside. */
typedef struct mw_released {
    size_t count;
    size_t capacity;
    void *_Nonnull objects[];
} mw_released;

static inline void *mw_released_object(const mw_released *released, size_t index) {
    return released->objects[index];
}

/* Functions that a profile may have: their names, with the library and a dot. */
int mw_function_count(void);
const char *mw_function_name(int number);

/* The library that is linked, and the headers that the shim was built with: the last part of their versions. */
int mw_library_release(void);
int mw_header_release(void);
bool mw_passes(const char *text);
bool mw_concatenation_is_broken(void);

/* State: made with what the profile has; closed when nobody is inside. */
mw_state *_Nullable mw_open(mw_host host, const mw_profile *profile, const mw_limits *limits,
                            mw_faults *_Nullable faults);
mw_released *_Nullable mw_close(mw_state *state);
size_t mw_memory_in_use(mw_state *state);
size_t mw_peak_memory(mw_state *state);
void mw_collect(mw_entry *entry);
bool mw_retire(mw_state *state);
void mw_free_released(mw_released *released);
void mw_reuse_released(mw_state *state, mw_released *released);

/* An entry that was taken, NULL when too little is left of this thread's stack; and what the host keeps with it. */
typedef struct mw_entered {
    mw_entry *_Nullable entry;
    void *_Nullable host;
} mw_entered;

/* Entries: each takes the lock, unless this thread holds it, and a coroutine. */
mw_entered mw_enter(mw_state *state);
mw_released *_Nullable mw_leave(mw_entry *entry);
mw_stack *mw_entry_thread(mw_entry *entry);
mw_passage *mw_entry_passage(mw_entry *entry);
void mw_entry_set_host(mw_entry *entry, void *host);
void *_Nullable mw_outermost_host(mw_entry *entry);
void *_Nullable mw_next_host(mw_state *state, mw_entry *_Nullable *_Nonnull cursor);
int mw_run(mw_entry *entry, int arguments);
bool mw_spend(mw_entry *entry, int64_t units);
bool mw_can_descend(void);
/* Asynchronous entries: suspended, an entry is outside of the interpreter until it goes on, on any thread. */
void mw_begin_async(mw_entry *entry);
void mw_end_async(mw_entry *entry);
int mw_may_await(mw_entry *entry, mw_stack *thread);
mw_released *_Nullable mw_suspend(mw_entry *entry);
void mw_go_on(mw_entry *entry);
/* From any thread, while the entry is under way: it ends soon, whatever the script does. */
void mw_cancel(mw_entry *entry);
bool mw_notice_cancellation(mw_entry *entry);

/* Stack: positions count from one; a push needs room, of which a function has twenty to begin with. */
int mw_top(mw_stack *thread);
void mw_set_top(mw_stack *thread, int top);
bool mw_reserve(mw_stack *thread, int slots);
void mw_copy(mw_stack *thread, int position);
void mw_remove(mw_stack *thread, int position);
void mw_insert(mw_stack *thread, int position);

/* An integer, if there is one; in two registers. */
typedef struct mw_integer {
    int64_t value;
    bool found;
} mw_integer;

/* Where a text of a script lies. */
typedef struct mw_text {
    const char *bytes;
    size_t length;
} mw_text;

/* At most fifteen bytes, the first in the lowest place; zeros behind the last. */
typedef struct mw_short_text {
    uint64_t low, high;
} mw_short_text;

static inline uint64_t mw_word(const char *bytes, size_t length) {
    uint64_t loaded = 0;
    memcpy(&loaded, bytes, length);
    return loaded;
}

/* Reads nothing beyond the bytes, hence some of them twice. */
static inline mw_short_text mw_short(const char *bytes, size_t length) {
    if (length >= 8) {
        uint64_t last = mw_word(bytes + length - 8, 8);
        return (mw_short_text){mw_word(bytes, 8), length == 8 ? 0 : last >> 8 * (16 - length)};
    }
    if (length >= 4) { return (mw_short_text){mw_word(bytes, 4) | mw_word(bytes + length - 4, 4) << 8 * (length - 4), 0}; }
    uint64_t low = 0;
    for (size_t i = 0; i < length; i++) { low |= (uint64_t)(unsigned char)bytes[i] << 8 * i; }
    return (mw_short_text){low, 0};
}

static inline bool mw_is_ascii(mw_short_text text) {
    return ((text.low | text.high) & 0x8080808080808080) == 0;
}

/* Values: every read answers false or NULL when the value is of another kind. */
int mw_type(mw_stack *thread, int position);
int mw_kind(mw_stack *thread, int position);
bool mw_read_boolean(mw_stack *thread, int position, bool *value);
mw_integer mw_read_integer(mw_stack *thread, int position);
bool mw_read_number(mw_stack *thread, int position, double *value);
bool mw_is_integer(mw_stack *thread, int position);
const char *_Nullable mw_read_text(mw_stack *thread, int position, size_t *length);
void mw_push_nil(mw_stack *thread);
void mw_push_boolean(mw_stack *thread, bool value);
void mw_push_integer(mw_stack *thread, int64_t value);
void mw_push_number(mw_stack *thread, double value);
void mw_push_text(mw_stack *thread, const void *_Nullable bytes, size_t length);
/* These make room for what they push, and answer false when there is none to be had. */
bool mw_append_nil(mw_stack *thread);
bool mw_append_boolean(mw_stack *thread, bool value);
bool mw_append_integer(mw_stack *thread, int64_t value);
bool mw_append_number(mw_stack *thread, double value);
void mw_push_globals(mw_stack *thread);
void mw_push_loaded(mw_stack *thread);

/* Tables: raw, so nothing of a script runs. */
void mw_new_table(mw_stack *thread, size_t elements, size_t entries);
bool mw_is_list(mw_stack *thread, int table, int64_t *count);
void mw_new_list(mw_stack *thread, size_t count);
bool mw_is_marked_list(mw_stack *thread, int position);
void mw_push_list_marker(mw_stack *thread);
bool mw_find_hole(mw_stack *thread, int table, int64_t *index);
bool mw_read_integers(mw_stack *thread, int table, int64_t *values, int64_t count);
bool mw_read_numbers(mw_stack *thread, int table, double *values, int64_t count);
bool mw_has_more_keys(mw_stack *thread, int table, int64_t last);
int mw_read_texts(mw_stack *thread, int table, int64_t first, mw_text *texts, int count);
void mw_push_integers(mw_stack *thread, const int64_t *values, size_t count);
void mw_push_numbers(mw_stack *thread, const double *values, size_t count);
void mw_add_text(mw_stack *thread, int table, int64_t index, const void *_Nullable bytes, size_t length);
int64_t mw_raw_length(mw_stack *thread, int position);
void mw_raw_get_index(mw_stack *thread, int table, int64_t index);
void mw_raw_set_index(mw_stack *thread, int table, int64_t index);
void mw_raw_get(mw_stack *thread, int table);
bool mw_raw_set(mw_stack *thread, int table);
bool mw_next(mw_stack *thread, int table);
int64_t mw_push_sorted_keys(mw_stack *thread, int table);
bool mw_same(mw_stack *thread, int left, int right);
const void *mw_identity(mw_stack *thread, int table);
bool mw_has_metatable(mw_stack *thread, int table);
/* Functions of the shim's own, for mw_run: (table, key), (table, key, value), (table, previous key). */
void mw_push_get_field(mw_stack *thread);
void mw_push_set_field(mw_stack *thread);
void mw_push_next(mw_stack *thread);
void mw_guard_globals(mw_stack *thread);

/* References: values kept for the host. A release may come from any thread. */
int mw_keep(mw_stack *thread);
void mw_push_kept(mw_stack *thread, int slot);
void mw_release_kept(mw_state *state, int slot);

/* How scripts hold an object. */
enum {
    MW_KEPT,         /* For as long as they like; in a retired state, until the call ends. */
    MW_WEAK,         /* As long as others keep it. */
    MW_LENT,         /* During the calls that lend it, as the host said. */
    MW_CONFINED,     /* During the calls that lend it, as other threads must not have it. */
    MW_OWN,          /* As long as the interpreter exists: what makes its own functions and classes work. */
    MW_UNKNOWN = -1, /* Not at all. */
};

/* Objects: userdata with a retained pointer, one for each object. */
typedef struct mw_class {
    int methods; /* Position of a table, name to function. */
    int getters; /* Position of a table, name to holder, or zero. */
    int setters; /* Position of a table, name to holder. */
    int unknown; /* Position of a holder, or zero. */
    int events;  /* Position of a table, name of a metamethod to function, or zero. */
    bool reads_unknown; /* What is unknown is asked of the object, where it is read, and not just refused. */
} mw_class;
int mw_define_class(mw_stack *thread, const char *name, const mw_class *members);
void mw_push_object(mw_stack *thread, const void *identity, void *retained, int class_slot, int hold);
int mw_find_object(mw_stack *thread, const void *identity);
void mw_make_strong(mw_stack *thread, int position, void *retained);
void *_Nullable mw_read_object(mw_stack *thread, int position, int *hold);
void mw_end_object(mw_stack *thread, int position);
/* Loans: by an entry, which takes its own back when it is left. */
void mw_lend_object(mw_stack *thread);
void mw_take_back(mw_entry *entry);
bool mw_is_lent_here(mw_stack *thread, int position);
const char *_Nullable mw_confined_loan(mw_entry *entry);
const char *_Nullable mw_missing_object(mw_stack *thread, int position, int *hold);
void mw_push_function(mw_stack *thread, int64_t payload);
int64_t mw_payload(mw_stack *thread);

/* Tokens: two small numbers that scripts can hold but not read. */
void mw_define_token(mw_stack *thread, int32_t kind, const char *name);
void mw_define_event_of_token(mw_stack *thread, int32_t kind, const char *event);
void mw_refuse_fields_of_token(mw_stack *thread, int32_t kind, const char *name);
void mw_push_token(mw_stack *thread, int32_t kind, int32_t index);
bool mw_read_token(mw_stack *thread, int position, int32_t *kind, int32_t *index);

/* Coroutines: of scripts, or made of the function on top. The pushed functions take one, and arguments for it. */
enum { MW_COROUTINE_SUSPENDED, MW_COROUTINE_ACTIVE, MW_COROUTINE_FINISHED };
void mw_new_coroutine(mw_stack *thread);
mw_stack *_Nullable mw_coroutine_thread(mw_stack *thread, int position);
int mw_coroutine_status(mw_stack *thread, int position);
void mw_push_resume(mw_stack *thread);
void mw_push_close(mw_stack *thread);

/* Chunks and frames. */
/* The time, in nanoseconds, that compiling `length` bytes may take. */
uint64_t mw_compile_time(size_t length);
int mw_load(mw_stack *thread, const void *_Nullable text, size_t length, const char *name);
int mw_depth(mw_stack *thread);
bool mw_frame_at(mw_stack *thread, int level, mw_frame *frame);
bool mw_call_site(mw_stack *thread, int *level, mw_frame *frame);
bool mw_function_source(mw_stack *thread, int position, mw_frame *frame);
mw_stack *_Nullable mw_resumer(mw_entry *entry, mw_stack *coroutine);

/* What some releases of Lua 5.4 compile wrongly, without a word; a bit each, so that some may be one number. */
enum {
    MW_BITWISE_CONSTANT = 1, /* `1 | (a or b)` where a function has many constants. */
    MW_UNCLOSED_LOOP = 2,    /* `break` out of a generic loop that has something to close. */
    MW_COMPARED_KEY = 4,     /* `t[a < b]` where t belongs to a function outside. */
    MW_UNCLOSED_GOTO = 8,    /* `goto` to the end of a block, past new locals. */
};
unsigned mw_compiler_bugs(void);

/* Faults: at one point, counted from one, or from it on. A plan outlives its interpreters; any thread may ask it.
   With a collection step of n, garbage is collected before each n-th allocation until the interpreters are gone; with zero it
   is not. */
mw_faults *mw_plan_faults(int kind, int64_t first, bool lasts, int64_t collection_step);
void mw_free_faults(mw_faults *faults);
int64_t mw_fault_points(mw_faults *faults);
void mw_end_faults(mw_faults *faults);
void mw_adopt(mw_faults *faults, void *interpreter);
void *_Nullable mw_take_adopted(mw_faults *faults);

#pragma clang assume_nonnull end

#endif
