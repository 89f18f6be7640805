#define _GNU_SOURCE
#include "miscompiled.h"

#include <stdatomic.h>
#include <string.h>

/* Code that Lua compiles wrongly, what to write instead, and a chunk that returns true where the bug is fixed. */
static const struct {
    int bug;
    const char *matter, *instead, *probe;
} known[] = {
    {MW_BITWISE_CONSTANT, "a bitwise operator whose right side contains `and`, `or`, or a comparison, in a function of this length",
     "assign the right side to a local first",
     "local s = '' for i = 1, 300 do s = s .. i + 0.5 .. ',' end return load('local t = {' .. s .. '} return 1 ~ (2 or 3)')() == 3"},
    {MW_UNCLOSED_LOOP, "a `break` from a loop that creates functions and whose iterator may need to be closed",
     "write `local f, s, k = \u2026` before the loop, and `in f, s, k do`",
     "local closed local guard = setmetatable({}, { __close = function() closed = true end }) "
     "for k in next, { 1 }, nil, guard do local function keep() return k end break end return closed"},
    {MW_COMPARED_KEY, "a comparison as the key of a variable from outside the function", "assign the comparison to a local first",
     "local t = {} local function set() t[1 < 2] = true end set() return t[true]"},
    {MW_UNCLOSED_GOTO, "a `goto` past new locals to the end of a block", "enclose the locals before the label in `do \u2026 end`",
     "local kept for i = 1, 2 do do local x = i kept = kept or function() return x end if i then goto done end end "
     "local y ::done:: end return kept() == 1"},
};
enum { COUNT = sizeof known / sizeof *known, ALL_BUGS = MW_BITWISE_CONSTANT | MW_UNCLOSED_LOOP | MW_COMPARED_KEY | MW_UNCLOSED_GOTO };

/* Which of the bugs the library has. A probe takes as long as a small script, and most source needs none. Threads that look for
   the same bug at once find the same. */
static unsigned present(unsigned wanted) {
    static atomic_uint sought, found;
    unsigned missing = wanted & ~atomic_load(&sought);
    for (int i = 0; i < COUNT; i++) {
        unsigned bug = (unsigned)known[i].bug;
        if (bug & missing && !mw_passes(known[i].probe)) { atomic_fetch_or(&found, bug); }
    }
    if (missing) { atomic_fetch_or(&sought, missing); }
    return atomic_load(&found) & wanted;
}

unsigned mw_compiler_bugs(void) {
    return present(ALL_BUGS);
}

static bool contains(const char *text, size_t length, const char *word) {
    size_t word_length = strlen(word);
    const char *end = text + length;
    while ((size_t)(end - text) >= word_length) {
        text = memchr(text, *word, (size_t)(end - text) - word_length + 1);
        if (!text) { return false; }
        if (memcmp(text, word, word_length) == 0) { return true; }
        text++;
    }
    return false;
}

static bool has_bitwise_operator(const char *text, size_t length) {
    if (memchr(text, '|', length) || memchr(text, '&', length)) { return true; }
    const char *end = text + length;
    while ((text = memchr(text, '~', (size_t)(end - text)))) {
        if (++text == end || *text != '=') { return true; }
    }
    return false;
}

/* Most source lacks what a bug needs, which is found faster than its tokens are. */
static unsigned conceivable(const char *text, size_t length, unsigned bugs) {
    if (bugs & MW_BITWISE_CONSTANT && !has_bitwise_operator(text, length)) { bugs &= ~(unsigned)MW_BITWISE_CONSTANT; }
    if (bugs & MW_UNCLOSED_LOOP && !contains(text, length, "break")) { bugs &= ~(unsigned)MW_UNCLOSED_LOOP; }
    if (bugs & MW_UNCLOSED_GOTO && !contains(text, length, "goto")) { bugs &= ~(unsigned)MW_UNCLOSED_GOTO; }
    if (bugs & MW_COMPARED_KEY && !contains(text, length, "function") && !contains(text, length, "_ENV")) {
        bugs &= ~(unsigned)MW_COMPARED_KEY;
    }
    return bugs;
}

static int line_of(const char *text, const char *place) {
    int line = 1;
    for (; text < place; text++) {
        if (*text != '\n' && *text != '\r') { continue; }
        line++;
        /* In either order, the two are one end of a line. */
        if (text + 1 < place && (text[1] == '\n' || text[1] == '\r') && text[1] != text[0]) { text++; }
    }
    return line;
}

static bool find_wanted(mw_miscompiled *found, const char *text, size_t length, unsigned wanted, bool has_closables) {
    mw_scan scan;
    memset(&scan, 0, offsetof(mw_scan, scopes));
    scan.bugs = wanted;
    scan.has_closables = has_closables;
    scan.next = text;
    scan.end = text + length;
    scan.constants = ALL_CONSTANT;
    scan.scopes[0] = (mw_scope){.kind = FUNCTION};
    mw_scan_tokens(&scan);
    if (!scan.found) { return false; }
    found->bug = scan.bug;
    found->line = line_of(text, scan.found);
    return true;
}

static bool find(mw_miscompiled *found, const char *text, size_t length, bool has_closables) {
    unsigned wanted = length > 0 ? present(conceivable(text, length, ALL_BUGS)) : 0;
    return wanted && find_wanted(found, text, length, wanted, has_closables);
}

/* Whether a word occurs at least the given number of times, also within other words. */
static bool has_many(const char *text, size_t length, const char *word, int count) {
    size_t word_length = strlen(word);
    const char *end = text + length;
    while (count > 0 && (text = memmem(text, (size_t)(end - text), word, word_length))) {
        text += word_length;
        count--;
    }
    return count == 0;
}

/* The line where a function has too many jumps, or zero. Found before the source is compiled, because Lua does the slow work in
   one step, at the label or the end of the loop. */
int mw_line_of_many_jumps(const char *text, size_t length) {
    mw_miscompiled found = {0};
    bool may_have = has_many(text, length, "break", MW_MOST_JUMPS / 2) || has_many(text, length, "goto", MW_MOST_JUMPS / 2);
    return may_have && find_wanted(&found, text, length, MANY_JUMPS, false) ? found.line : 0;
}

/* Finds the bug that the source contains. A loop that closes nothing is compiled correctly, and is remembered: no later source
   may contain something to close. */
static mw_miscompiled look_through(lua_State *L, mw_state *state, const char *text, size_t length) {
    bool closes = contains(text, length, "__close");
    if (closes && state->compiler.wrong_if_closing.bug) { return state->compiler.wrong_if_closing; }
    mw_miscompiled found = {0};
    if (!find(&found, text, length, true)) {
        state->compiler.has_closables |= closes;
        return found;
    }
    lua_Debug chunk;
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &chunk);
    memcpy(found.chunk, chunk.short_src, sizeof found.chunk);
    if (closes || state->compiler.has_closables || find(&found, text, length, false)) { return found; }
    if (!state->compiler.wrong_if_closing.bug) { state->compiler.wrong_if_closing = found; }
    return (mw_miscompiled){0};
}

/* Checks source that Lua has compiled. If that is wrong, replaces the function on top by a message. */
bool mw_refuse_miscompiled(lua_State *L, const char *text, size_t length) {
    mw_miscompiled found = look_through(L, mw_entry_of(L)->state, text, length);
    if (!found.bug) { return false; }
    int entry = 0;
    while (known[entry].bug != found.bug) { entry++; }
    lua_pop(L, 1);
    /* Cannot raise: the format is valid, and memory is granted while the host runs. */
    lua_pushfstring(L, "%s:%d: Lua 5.4.%d miscompiles %s\n    %s", found.chunk, found.line, mw_library_release(),
                    known[entry].matter, known[entry].instead);
    return true;
}
