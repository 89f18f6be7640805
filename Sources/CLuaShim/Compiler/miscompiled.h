#ifndef MISCOMPILED_H
#define MISCOMPILED_H

#include "../internal.h"

/* Finds code that the installed Lua compiles wrongly, because Lua does not report it. One pass over the tokens finds all such
   code, and little else. */

/* Lua compiles nothing that is nested more than 200 levels deep, and a level may be two scopes here: `{[`. */
#define MAX_DEPTH 512
/* The code is wrong from the 257th constant of a function on. A token adds one at most, or two where _ENV is a constant. */
#define MANY_CONSTANTS 128

/* The kind of the last token. Those from NAME on end an operand. */
enum {
    OPERATOR, /* Or another token that an operand may follow. */
    BITWISE,  /* An operator whose left operand may be a constant integer. */
    DOT,
    NAME,
    ENVIRONMENT,
    ITERATOR, /* The name of a function that returns three values at most. */
    FIELD,
    NUMBER,
    STRING,
    VARARGS,
    TABLE,
    INDEXED,
    CALLED,
    ITERATED, /* The call of an ITERATOR. */
    GROUPED,
    VALUE,
};

enum { GROUP, CALL, TRUSTED_CALL, BRACES, BRACKETS, OUTER_KEY, WHILE, FOR, LOOP, CLOSING_LOOP, BLOCK, HEAD, FUNCTION };

/* For `|`, `~` and `&`, a bit each. */
enum { ALL_CONSTANT = 7 };

/* Not a bug, but found in the same way: too many jumps in a function. */
enum { MANY_JUMPS = 1 << 8 };

typedef struct mw_scope {
    uint8_t kind;
    uint8_t constants; /* `constants` of the scan, outside of this scope. */
    bool is_operand;   /* Of a BITWISE operator. */
    bool jumps;        /* Has a comparison, `and` or `or`. */
    bool compares;     /* Its value may be that of a comparison. */
    bool has_list;     /* After the `in` of a FOR. */
    bool captures;     /* Contains a function, or a variable to be closed. */
    bool declares;     /* Has locals. */
    bool is_covered;   /* Has locals that began after `open`. */
    int outer_jumps;   /* `jumps` of the scan, outside of a FUNCTION. */
    int count;         /* The commas of a FOR, or its `count` outside of a FUNCTION. */
    const char *place;
    const char *broken; /* The `break` that leaves it. */
    const char *jumped; /* A `goto` in this scope. */
    const char *open;   /* A `goto` in this scope that leaves one where something may be captured. */
} mw_scope;

typedef struct mw_scan {
    const char *next, *end;
    const char *token;
    const char *found;
    int bug;
    unsigned bugs;
    int depth;
    int functions;
    int count;          /* The constants of the function so far, at most. */
    int jumps;          /* The `break`s and `goto`s of the function so far. */
    uint8_t last;       /* The kind of the last token. */
    uint8_t constants;  /* For `|`, `~` and `&`, a bit each: its left operand would be constant if it came next. */
    bool has_closables; /* There may be values that a loop closes. */
    bool after_label;   /* Only void statements follow the label. */
    bool has_constants; /* Names may be constants. */
    bool is_shadowed;   /* An ITERATOR may be another function. */
    mw_scope scopes[MAX_DEPTH];
} mw_scan;

/* miscompiled_tokens.c: scans the source until its end, or until something is found. */
void mw_scan_tokens(mw_scan *scan);

/* miscompiled_rules.c: processes one token. */
void mw_begin_operand(mw_scan *scan);
void mw_end_operand(mw_scan *scan, int last);
void mw_read_word(mw_scan *scan, size_t length);
void mw_read_comparison(mw_scan *scan);
void mw_read_bitwise(mw_scan *scan, int rank);
void mw_read_comma(mw_scan *scan);
void mw_open_parenthesis(mw_scan *scan);
void mw_close_parenthesis(mw_scan *scan);
void mw_open_bracket(mw_scan *scan);
void mw_close_bracket(mw_scan *scan);
void mw_open_brace(mw_scan *scan);
void mw_close_brace(mw_scan *scan);

#endif
