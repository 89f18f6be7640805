#include "pattern.h"

#include <ctype.h>
#include <string.h>

MW_MAY_LONGJMP_BEGIN

/* Lua's patterns, matched in steps that are charged to the budget: backtracking can take exponentially many, and Lua's own
   matcher runs no instruction at which it could be stopped. */

/* Steps that cost as much as one instruction. */
#define STEPS_PER_UNIT 4
/* Steps between two payments. */
#define STEPS_PER_PAYMENT 1024
/* Nested parts of a pattern, each a call in C. */
#define MAX_DEPTH 200
#define ESCAPE '%'

void mw_search_begin(
    mw_search *search, lua_State *L, const char *text, size_t length, const char *pattern, size_t pattern_length) {
    search->L = L;
    search->text = text;
    search->text_end = text + length;
    search->pattern_end = pattern + pattern_length;
    search->depth = 0;
    search->steps = 0;
    search->count = 0;
}

void mw_search_pay(mw_search *search) {
    unsigned steps = search->steps;
    search->steps = 0;
    mw_charge(search->L, steps / STEPS_PER_UNIT);
}

static inline void step(mw_search *search) {
    if (++search->steps >= STEPS_PER_PAYMENT) { mw_search_pay(search); }
}

/* The end of the single item at `pattern`: a character, a class or a set. */
static const char *item_end(mw_search *search, const char *pattern) {
    char first = *pattern++;
    if (first == ESCAPE) {
        if (pattern == search->pattern_end) { luaL_error(search->L, "malformed pattern (ends with '%%')"); }
        return pattern + 1;
    }
    if (first != '[') { return pattern; }
    if (pattern < search->pattern_end && *pattern == '^') { pattern++; }
    /* The first character belongs to the set even when it is a bracket. */
    do {
        if (pattern == search->pattern_end) { luaL_error(search->L, "malformed pattern (missing ']')"); }
        step(search);
        if (*pattern++ == ESCAPE && pattern < search->pattern_end) { pattern++; }
    } while (pattern == search->pattern_end || *pattern != ']');
    return pattern + 1;
}

static bool is_in_class(unsigned char character, unsigned char class) {
    bool found;
    switch (tolower(class)) {
    case 'a': found = isalpha(character); break;
    case 'c': found = iscntrl(character); break;
    case 'd': found = isdigit(character); break;
    case 'g': found = isgraph(character); break;
    case 'l': found = islower(character); break;
    case 'p': found = ispunct(character); break;
    case 's': found = isspace(character); break;
    case 'u': found = isupper(character); break;
    case 'w': found = isalnum(character); break;
    case 'x': found = isxdigit(character); break;
    default: return class == character;
    }
    return isupper(class) ? !found : found;
}

/* Whether a character is in the set that begins at `set` and whose bracket closes at `last`. */
static bool is_in_set(mw_search *search, unsigned char character, const char *set, const char *last) {
    bool answer = true;
    if (set[1] == '^') {
        answer = false;
        set++;
    }
    while (++set < last) {
        step(search);
        if (*set == ESCAPE) {
            set++;
            if (is_in_class(character, (unsigned char)*set)) { return answer; }
        } else if (set[1] == '-' && set + 2 < last) {
            if ((unsigned char)set[0] <= character && character <= (unsigned char)set[2]) { return answer; }
            set += 2;
        } else if ((unsigned char)*set == character) {
            return answer;
        }
    }
    return !answer;
}

/* Whether the character at `place` matches the item from `pattern` to `end`. */
static bool fits(mw_search *search, const char *place, const char *pattern, const char *end) {
    step(search);
    if (place >= search->text_end) { return false; }
    unsigned char character = (unsigned char)*place;
    switch (*pattern) {
    case '.': return true;
    case ESCAPE: return is_in_class(character, (unsigned char)pattern[1]);
    case '[': return is_in_set(search, character, pattern, end - 1);
    default: return (unsigned char)*pattern == character;
    }
}

static const char *match_balanced(mw_search *search, const char *place, const char *pattern) {
    if (search->pattern_end - pattern < 2) {
        luaL_error(search->L, "malformed pattern (missing arguments to '%%b')");
    }
    if (place >= search->text_end || *place != pattern[0]) { return NULL; }
    char open = pattern[0], close = pattern[1];
    int nesting = 1;
    while (++place < search->text_end) {
        step(search);
        if (*place == close) {
            if (--nesting == 0) { return place + 1; }
        } else if (*place == open) {
            nesting++;
        }
    }
    return NULL;
}

/* Matches as many as possible, then fewer. */
static const char *match_most(mw_search *search, const char *place, const char *pattern, const char *end) {
    ptrdiff_t count = 0;
    while (fits(search, place + count, pattern, end)) { count++; }
    for (; count >= 0; count--) {
        const char *found = mw_match(search, place + count, end + 1);
        if (found) { return found; }
    }
    return NULL;
}

/* Matches none, then more. */
static const char *match_fewest(mw_search *search, const char *place, const char *pattern, const char *end) {
    for (;; place++) {
        const char *found = mw_match(search, place, end + 1);
        if (found) { return found; }
        if (!fits(search, place, pattern, end)) { return NULL; }
    }
}

static const char *begin_capture(mw_search *search, const char *place, const char *pattern, ptrdiff_t kind) {
    if (search->count >= MW_MAX_CAPTURES) { luaL_error(search->L, "too many captures"); }
    search->captures[search->count].start = place;
    search->captures[search->count].length = kind;
    search->count++;
    const char *found = mw_match(search, place, pattern);
    if (!found) { search->count--; }
    return found;
}

static const char *end_capture(mw_search *search, const char *place, const char *pattern) {
    int open = search->count - 1;
    while (open >= 0 && search->captures[open].length != MW_CAPTURE_OPEN) { open--; }
    if (open < 0) { luaL_error(search->L, "invalid pattern capture"); }
    search->captures[open].length = place - search->captures[open].start;
    const char *found = mw_match(search, place, pattern);
    if (!found) { search->captures[open].length = MW_CAPTURE_OPEN; }
    return found;
}

/* Matches the string of an earlier capture again. */
static const char *match_capture(mw_search *search, const char *place, char digit) {
    int index = digit - '1';
    if (index < 0 || index >= search->count || search->captures[index].length == MW_CAPTURE_OPEN) {
        luaL_error(search->L, "invalid capture index %%%d", index + 1);
    }
    ptrdiff_t length = search->captures[index].length;
    if (length < 0 || search->text_end - place < length) { return NULL; }
    search->steps += (unsigned)(length > STEPS_PER_PAYMENT ? STEPS_PER_PAYMENT : length);
    step(search);
    return memcmp(search->captures[index].start, place, (size_t)length) == 0 ? place + length : NULL;
}

/* Whether the position is between two characters of which only the second is in the set after `%f`. */
static bool is_frontier(mw_search *search, const char *place, const char *set, const char *end) {
    char before = place == search->text ? '\0' : place[-1];
    char after = place == search->text_end ? '\0' : *place;
    return !is_in_set(search, (unsigned char)before, set, end - 1)
        && is_in_set(search, (unsigned char)after, set, end - 1);
}

/* Follows the pattern while there is only one way; where there are more, calls itself for each. */
static const char *match_from(mw_search *search, const char *place, const char *pattern) {
    while (place && pattern < search->pattern_end) {
        step(search);
        if (*pattern == '(') {
            bool is_position = pattern + 1 < search->pattern_end && pattern[1] == ')';
            return begin_capture(
                search, place, pattern + (is_position ? 2 : 1), is_position ? MW_CAPTURE_POSITION : MW_CAPTURE_OPEN);
        }
        if (*pattern == ')') { return end_capture(search, place, pattern + 1); }
        if (*pattern == '$' && pattern + 1 == search->pattern_end) { return place == search->text_end ? place : NULL; }
        if (*pattern == ESCAPE && pattern + 1 < search->pattern_end) {
            char kind = pattern[1];
            if (kind == 'b') {
                place = match_balanced(search, place, pattern + 2);
                pattern += 4;
                continue;
            }
            if (kind == 'f') {
                pattern += 2;
                if (pattern >= search->pattern_end || *pattern != '[') {
                    luaL_error(search->L, "missing '[' after '%%f' in pattern");
                }
                const char *end = item_end(search, pattern);
                if (!is_frontier(search, place, pattern, end)) { return NULL; }
                pattern = end;
                continue;
            }
            if (isdigit((unsigned char)kind)) {
                place = match_capture(search, place, kind);
                pattern += 2;
                continue;
            }
        }
        const char *end = item_end(search, pattern);
        char repetition = end < search->pattern_end ? *end : '\0';
        switch (repetition) {
        case '*': return match_most(search, place, pattern, end);
        case '+': return fits(search, place, pattern, end) ? match_most(search, place + 1, pattern, end) : NULL;
        case '-': return match_fewest(search, place, pattern, end);
        case '?':
            if (fits(search, place, pattern, end)) {
                const char *found = mw_match(search, place + 1, end + 1);
                if (found) { return found; }
            }
            pattern = end + 1;
            break;
        default:
            place = fits(search, place, pattern, end) ? place + 1 : NULL;
            pattern = end;
        }
    }
    return place;
}

const char *mw_match(mw_search *search, const char *place, const char *pattern) {
    if (++search->depth > MAX_DEPTH) { luaL_error(search->L, "pattern too complex"); }
    const char *found = match_from(search, place, pattern);
    search->depth--;
    return found;
}

void mw_push_capture(mw_search *search, int index, const char *start, const char *end) {
    if (index >= search->count) {
        if (index != 0) { luaL_error(search->L, "invalid capture index %%%d", index + 1); }
        lua_pushlstring(search->L, start, (size_t)(end - start));
        return;
    }
    ptrdiff_t length = search->captures[index].length;
    if (length == MW_CAPTURE_OPEN) { luaL_error(search->L, "unfinished capture"); }
    if (length == MW_CAPTURE_POSITION) {
        lua_pushinteger(search->L, search->captures[index].start - search->text + 1);
    } else {
        lua_pushlstring(search->L, search->captures[index].start, (size_t)length);
    }
}

int mw_push_captures(mw_search *search, const char *start, const char *end) {
    int count = search->count == 0 && start ? 1 : search->count;
    luaL_checkstack(search->L, count, "too many captures");
    for (int index = 0; index < count; index++) { mw_push_capture(search, index, start, end); }
    return count;
}

MW_MAY_LONGJMP_END
