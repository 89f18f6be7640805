#ifndef CLUATYPES_H
#define CLUATYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* An interpreter: the main state, its lock, its limits. */
typedef struct mw_state mw_state;
/* One entry from outside: a coroutine of the pool while it is in use. */
typedef struct mw_entry mw_entry;
/* The Lua stack that an entry or one of its coroutines runs on. */
typedef struct lua_State mw_stack;
/* What fails on purpose in the interpreters that are opened with it. */
typedef struct mw_faults mw_faults;

/* What a host function returns: the number of results on top of the stack, or one of these. */
enum {
    MW_RAISE = -1, /* The error value is on top. */
    MW_LOAD = -2,  /* On top: cache key or nil, chunk name, source. */
    MW_AWAIT = -3, /* The results come later; the entry is suspended until then. */
    MW_YIELD = -4, /* Minus the number of values on top: the coroutine yields them, and its next arguments are the results. */
};

/* How an entry ended. */
enum {
    MW_OK = 0,
    MW_FAILED = 1,        /* A script raised an error; the value is on top of the thread's stack. */
    MW_NO_MEMORY = 2,     /* A single request beyond the hard cap was refused. */
    MW_OUT_OF_BUDGET = 3, /* The instructions of the outermost entry are used up. */
    MW_OUT_OF_MEMORY = 4, /* The memory limit is still exceeded after a full collection. */
    MW_SYNTAX = 5,        /* The source does not parse; the message is on top. */
    MW_CANCELLED = 6,     /* The entry was cancelled and did not end in the time that it had left. */
    MW_SUSPENDED = 7,     /* It has not ended: a host function awaits something. */
    MW_OUT_OF_TIME = 8,   /* The CPU time of the outermost entry is used up. */
    MW_STACK_FULL = 9,    /* Calls are nested too deeply, or pass too many values. */
};

/* What fails on purpose. */
enum {
    MW_FAULT_LIMIT,      /* An allocation is granted, and the memory limit counts as exceeded. */
    MW_FAULT_REFUSAL,    /* An allocation outside of host functions is refused, also after a full collection. */
    MW_FAULT_COLLECTION, /* An allocation outside of host functions is granted only after a full collection. */
    MW_FAULT_BUDGET,     /* The instructions are used up at a check of the budget, which is then made at each instruction. */
};

/* The kind of a value; MW_LIST and MW_MAP split the tables, MW_OBJECT and MW_HANDLE the userdata. */
enum {
    MW_NIL,
    MW_BOOLEAN,
    MW_INTEGER,
    MW_FLOAT,
    MW_STRING,
    MW_LIST,
    MW_MAP,
    MW_FUNCTION,
    MW_OBJECT,
    MW_HANDLE,
};

/* How scripts hold an object. */
enum {
    MW_KEPT,         /* For as long as they like; in a retired interpreter, until the call ends. */
    MW_WEAK,         /* As long as others keep it. */
    MW_LENT,         /* During the calls that lend it, because the host asked for that. */
    MW_CONFINED,     /* During the calls that lend it, because other threads must not use it. */
    MW_OWN,          /* As long as the interpreter exists: objects of its own functions and classes. */
    MW_UNKNOWN = -1, /* Not at all. */
};

/* Whether a host function may await something where it is called. */
enum {
    MW_MAY_AWAIT,
    MW_NOT_ASYNCHRONOUS, /* The entry cannot be suspended. */
    MW_BLOCKED,          /* The caller is a function of Lua's library or a metamethod, which cannot be suspended. */
};

enum { MW_COROUTINE_SUSPENDED, MW_COROUTINE_ACTIVE, MW_COROUTINE_FINISHED };

/* What a script writes. */
enum {
    MW_PRINT,
    MW_WARNING,
};

/* Code that some releases of Lua 5.4 compile wrongly without an error; one bit each, so that a number can hold several. */
enum {
    MW_BITWISE_CONSTANT = 1, /* `1 | (a or b)` in a function with many constants. */
    MW_UNCLOSED_LOOP = 2,    /* `break` out of a generic loop that has something to close. */
    MW_COMPARED_KEY = 4,     /* `t[a < b]` where t belongs to an enclosing function. */
    MW_UNCLOSED_GOTO = 8,    /* `goto` to the end of a block, past new locals. */
};

/* A set of functions: bit n is the function with number n. */
typedef struct mw_profile {
    uint64_t words[2];
} mw_profile;

/* How the work of an outermost entry is bounded. */
enum {
    MW_EXACT,     /* By its instructions, which are counted, and its time. */
    MW_DEADLINE,  /* By its time, at which it is interrupted. */
    MW_UNLIMITED, /* Not at all. */
};

typedef struct mw_limits {
    int budget;           /* One of the above. */
    int64_t instructions; /* Of one outermost entry. */
    size_t memory;        /* Bytes of the whole interpreter. */
    size_t source;        /* Bytes of the source of one chunk. */
    uint64_t time;        /* Nanoseconds of CPU time of one outermost entry. */
} mw_limits;

/* What the interpreter calls in its host. None of these functions may raise. Each runs with the lock held. */
typedef struct mw_host {
    /* Runs a host function; returns the number of results, or one of the codes above. */
    int (*call)(void *stack, mw_stack *thread, void *function, int count);
    /* The entry continues: pushes the result of what the host function awaited; returns what `call` does. */
    int (*awaited)(void *stack, mw_stack *thread);
    /* The running entry has just exceeded a limit: the last time to read its frames. */
    void (*ended)(void *stack, mw_stack *thread, int reason);
    /* The message of a syntax error is on top: replaces it by the value to raise. */
    void (*syntax)(void *stack, mw_stack *thread);
    /* A thread failed, and its frames are about to be removed; `again` if the value is the one that the last thread failed with. */
    void (*unwound)(void *stack, mw_stack *thread, bool again);
    /* The entry runs on another Lua thread from now on. */
    void (*renewed)(void *stack, mw_stack *thread);
    /* The string that a script prints or warns with is on top. */
    void (*output)(void *stack, mw_stack *thread, int kind);
    /* Makes a box that refers to the object weakly; returns it retained. */
    void *_Nonnull (*_Nonnull weaken)(void *_Nonnull object);
} mw_host;

/* One level of a call stack. Its strings are valid while the function is. */
typedef struct mw_frame {
    const char *_Nullable source; /* The chunk name without its mark; NULL for a C function. */
    size_t source_length;
    const char *_Nullable name;
    int line;
    int last_line;        /* Where a function ends; set by mw_function_source only. */
    int parameters;       /* The number of named parameters; set by mw_function_source only. */
    bool is_variadic;     /* Whether it takes more arguments; set by mw_function_source only. */
    void *_Nullable host; /* The host function that runs here; set by mw_frame_at only. */
    bool is_main;
    char shown[64]; /* The chunk name as messages show it. */
} mw_frame;

/* Objects that scripts no longer hold, to be released outside. */
typedef struct mw_released {
    size_t count;
    size_t capacity;
    void *_Nonnull objects[];
} mw_released;

/* An entry, NULL when too little is left of this thread's stack; and what the host keeps with it. */
typedef struct mw_entered {
    mw_entry *_Nullable entry;
    void *_Nullable host;
} mw_entered;

/* An integer, if there is one; in two registers. */
typedef struct mw_integer {
    int64_t value;
    bool found;
} mw_integer;

/* The bytes of a string that a script holds. */
typedef struct mw_string {
    const char *bytes;
    size_t length;
} mw_string;

/* At most fifteen bytes, the first in the lowest place; zeros behind the last. */
typedef struct mw_short_string {
    uint64_t low, high;
} mw_short_string;

/* How a class looks to scripts: positions on the stack. */
typedef struct mw_class {
    int methods;        /* A table, name to function. */
    int getters;        /* A table, name to holder, or zero. */
    int setters;        /* A table, name to holder. */
    int unknown;        /* A holder, or zero. */
    int events;         /* A table, name of a metamethod to function, or zero. */
    bool reads_unknown; /* Reading an unknown member calls `unknown` with the object, instead of refusing it by name alone. */
} mw_class;

#pragma clang assume_nonnull end

#endif
