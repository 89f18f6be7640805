#ifndef MISCOMPILED_H
#define MISCOMPILED_H

#include "internal.h"

/* Finds what the installed Lua would compile wrongly, since Lua itself does not notice. One pass over the tokens of a text: what is
   compiled wrongly is found, and little else. */

/* Lua compiles nothing that is nested more than 200 levels deep, and a level may be two scopes here: `{[`. */
#define MAX_DEPTH 512
/* The code is wrong from the 257th constant of a function on. A token makes one at most, or two where _ENV is a constant. */
#define MANY_CONSTANTS 128

/* What the last token was. Those from NAME on end an operand. */
enum {
    OPERATOR, /* Or whatever else an operand may follow. */
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

/* No bug, but looked for alike: more jumps in a function than there may be. */
enum { MANY_JUMPS = 1 << 8 };

typedef struct mw_scope {
    uint8_t kind;
    uint8_t constants; /* What `constants` of the scan was outside. */
    bool is_operand;   /* Of a BITWISE operator. */
    bool jumps;        /* Has a comparison, `and` or `or`. */
    bool compares;     /* Its value is that of a comparison, as far as is known. */
    bool has_list;     /* After the `in` of a FOR. */
    bool captures;     /* A function within, or a variable to be closed. */
    bool declares;     /* Has locals. */
    bool is_covered;   /* Has locals that began after `open`. */
    int outer_jumps;   /* What `jumps` of the scan was outside of a FUNCTION. */
    int count;         /* The commas of a FOR, or its `count` outside of a FUNCTION. */
    const char *place;
    const char *broken; /* The `break` that leaves it. */
    const char *jumped; /* A `goto` within. */
    const char *open;   /* A `goto` within that leaves a scope where something may be captured. */
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
    uint8_t last;       /* What the last token was. */
    uint8_t constants;  /* For `|`, `~` and `&`, a bit each: its left operand would be constant if it came next. */
    bool has_closables; /* There may be values that a loop closes. */
    bool after_label;   /* Only void statements came after it. */
    bool has_constants; /* Names may stand for constants. */
    bool is_shadowed;   /* An ITERATOR may be another function. */
    mw_scope scopes[MAX_DEPTH];
} mw_scan;

/* miscompiled_tokens.c: goes through the text until its end, or until something is found. */
void mw_scan_tokens(mw_scan *scan);

/* miscompiled_rules.c: what each token means. */
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
