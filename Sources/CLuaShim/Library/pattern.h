#ifndef CLUASHIM_PATTERN_H
#define CLUASHIM_PATTERN_H

#include "../internal.h"

#define MW_MAX_CAPTURES 32

/* One search for a pattern in a string. Both must stay on the stack: only pointers into them are kept. */
typedef struct mw_search {
    lua_State *L;
    const char *text, *text_end;
    const char *pattern_end;
    int depth;
    unsigned steps; /* Not charged yet. */
    int count;      /* Captures that were begun. */
    struct {
        const char *start;
        ptrdiff_t length; /* Or one of MW_CAPTURE_. */
    } captures[MW_MAX_CAPTURES];
} mw_search;

enum { MW_CAPTURE_OPEN = -1, MW_CAPTURE_POSITION = -2 };

void mw_search_begin(
    mw_search *search, lua_State *L, const char *text, size_t length, const char *pattern, size_t pattern_length);

/* The end of a match that begins at `place`; NULL when there is none. Raises an error for a malformed pattern. */
const char *mw_match(mw_search *search, const char *place, const char *pattern);

/* Pushes one capture; the whole match counts as the first one of a pattern that has none. */
void mw_push_capture(mw_search *search, int index, const char *start, const char *end);

/* Pushes all captures, or the whole match when there are none and `start` is given; returns their number. */
int mw_push_captures(mw_search *search, const char *start, const char *end);

/* Charges for the remaining steps; a search charges for the others while it matches. */
void mw_search_pay(mw_search *search);

#endif
