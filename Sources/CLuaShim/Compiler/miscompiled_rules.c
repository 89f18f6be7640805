#include "miscompiled.h"

#include <string.h>

/* Recognizes code that is compiled wrongly by its tokens. */

static void stop(mw_scan *scan) {
    scan->next = scan->end;
}

/* Keeps the first of several positions. */
static void note(const char **place, const char *found) {
    if (!*place) { *place = found; }
}

static void report(mw_scan *scan, int bug, const char *place) {
    if (!(scan->bugs & (unsigned)bug)) { return; }
    scan->bug = bug;
    scan->found = place;
    stop(scan);
}

static mw_scope *top(mw_scan *scan) {
    return &scan->scopes[scan->depth];
}

static void enter(mw_scan *scan, int kind) {
    if (scan->depth + 1 == MAX_DEPTH) {
        stop(scan);
        return;
    }
    scan->depth++;
    *top(scan) = (mw_scope){.kind = (uint8_t)kind, .constants = scan->constants, .place = scan->token};
    scan->last = OPERATOR;
    scan->constants = ALL_CONSTANT;
}

static void enter_function(mw_scan *scan) {
    top(scan)->kind = FUNCTION;
    top(scan)->count = scan->count;
    top(scan)->outer_jumps = scan->jumps;
    scan->count = 0;
    scan->jumps = 0;
    scan->functions++;
}

/* A `break` or a `goto` may leave the enclosing scope, too. */
static void pass_jumps(const mw_scope *left, mw_scope *outside) {
    if (left->kind == BLOCK) { note(&outside->broken, left->broken); }
    note(&outside->jumped, left->jumped);
    bool may_be_open = left->open || left->kind == CLOSING_LOOP || (left->captures && left->declares);
    if (may_be_open) { note(&outside->open, left->jumped); }
}

static void leave(mw_scan *scan, int first_kind, int last_kind) {
    const mw_scope *left = top(scan);
    if (scan->depth == 0 || left->kind < first_kind || left->kind > last_kind) {
        stop(scan);
        return;
    }
    scan->depth--;
    mw_scope *outside = top(scan);
    outside->captures |= left->captures || left->kind == FUNCTION;
    if (left->kind == FUNCTION) {
        scan->count = left->count;
        scan->jumps = left->outer_jumps;
        scan->functions--;
    } else {
        pass_jumps(left, outside);
    }
    if (left->kind == CLOSING_LOOP && left->broken && left->captures) { report(scan, MW_UNCLOSED_LOOP, left->broken); }
}

void mw_open_parenthesis(mw_scan *scan) {
    uint8_t last = scan->last;
    if (top(scan)->kind == HEAD) { enter_function(scan); }
    bool is_call = (last >= NAME && last <= FIELD) || last == STRING || (last >= TABLE && last <= GROUPED);
    enter(scan, !is_call ? GROUP : last == ITERATOR ? TRUSTED_CALL : CALL);
    top(scan)->is_operand = last == BITWISE;
}

void mw_close_parenthesis(mw_scan *scan) {
    const mw_scope *left = top(scan);
    leave(scan, GROUP, TRUSTED_CALL);
    bool is_constant = left->kind == GROUP && scan->constants & 1;
    scan->constants = is_constant ? left->constants : 0;
    scan->last = left->kind == GROUP ? GROUPED : left->kind == CALL ? CALLED : ITERATED;
    if (left->kind != GROUP) { return; }
    top(scan)->jumps |= left->jumps;
    top(scan)->compares |= left->compares;
    bool is_wrong = left->is_operand && left->jumps && scan->count > MANY_CONSTANTS;
    if (is_wrong) { report(scan, MW_BITWISE_CONSTANT, left->place); }
}

/* Only variables from outside of the function are read when they are indexed, and only then is the code wrong. */
void mw_open_bracket(mw_scan *scan) {
    bool is_outer = scan->last == ENVIRONMENT || (scan->functions > 0 && (scan->last == NAME || scan->last == ITERATOR));
    enter(scan, is_outer ? OUTER_KEY : BRACKETS);
}

void mw_close_bracket(mw_scan *scan) {
    const mw_scope *left = top(scan);
    leave(scan, BRACKETS, OUTER_KEY);
    if (left->kind == OUTER_KEY && left->compares) { report(scan, MW_COMPARED_KEY, left->place); }
    scan->last = INDEXED;
    scan->constants = 0;
}

void mw_open_brace(mw_scan *scan) {
    enter(scan, BRACES);
}

void mw_close_brace(mw_scan *scan) {
    leave(scan, BRACES, BRACES);
    scan->last = TABLE;
    scan->constants = 0;
}

/* A token that no constant expression contains. */
void mw_begin_operand(mw_scan *scan) {
    scan->last = OPERATOR;
    scan->constants = ALL_CONSTANT;
}

void mw_end_operand(mw_scan *scan, int last) {
    scan->last = (uint8_t)last;
    scan->constants = 0;
    scan->count++;
}

void mw_read_comparison(mw_scan *scan) {
    top(scan)->jumps = true;
    top(scan)->compares = true;
    mw_begin_operand(scan);
}

/* The operand after `and` or `or` has a jump to its end, which makes the code correct. */
static void join(mw_scan *scan) {
    top(scan)->jumps = true;
    top(scan)->compares = false;
    mw_begin_operand(scan);
}

void mw_read_bitwise(mw_scan *scan, int rank) {
    scan->last = scan->constants >> rank & 1 ? BITWISE : OPERATOR;
    /* An operator that binds tighter starts a new operand; for the others, the left operand continues. */
    scan->constants |= ALL_CONSTANT << (rank + 1) & ALL_CONSTANT;
}

void mw_read_comma(mw_scan *scan) {
    top(scan)->count += top(scan)->kind == FOR;
    mw_begin_operand(scan);
}

/* Whether the list of a FOR could have a fourth value, which is closed at the end. */
static bool may_close(const mw_scan *scan, const mw_scope *loop) {
    if (!loop->has_list || !scan->has_closables) { return false; }
    switch (scan->last) {
    case CALLED: case STRING: case TABLE: case VARARGS: return true;
    case ITERATED: return loop->count > 0 || scan->is_shadowed;
    default: return loop->count > 2;
    }
}

static void begin_body(mw_scan *scan) {
    mw_scope *loop = top(scan);
    if (loop->kind != FOR && loop->kind != WHILE) {
        enter(scan, BLOCK);
        return;
    }
    loop->declares = loop->kind == FOR;
    loop->kind = may_close(scan, loop) ? CLOSING_LOOP : LOOP;
    /* The head captures variables from outside. */
    scan->scopes[scan->depth - 1].captures |= loop->captures;
    loop->captures = false;
}

static void begin_list(mw_scan *scan) {
    top(scan)->has_list = true;
    top(scan)->count = 0;
}

static void declare(mw_scan *scan) {
    mw_scope *scope = top(scan);
    scope->declares = true;
    scope->is_covered = scope->open != NULL;
}

/* Variables that `goto` did not close are closed at the end of the function at the latest. */
static void end_block(mw_scan *scan) {
    const mw_scope *block = top(scan);
    if (scan->after_label && block->is_covered && block->kind != FUNCTION) { report(scan, MW_UNCLOSED_GOTO, block->open); }
}

static void end_body(mw_scan *scan) {
    end_block(scan);
    leave(scan, LOOP, FUNCTION);
    scan->last = VALUE;
    scan->constants = 0;
}

enum {
    NO_KEYWORD, AND_OR, BREAK, CONSTANT, DO, ELSE, END, FOR_HEAD, FUNCTION_HEAD, GOTO, IF, IN, LOCAL, NOT, OTHER, REPEAT, UNTIL,
    WHILE_HEAD,
};

#define IS(other) (length == sizeof other - 1 && memcmp(word, other, sizeof other - 1) == 0)

/* For the others, `then` and `return`, only the operands that follow matter. */
static int keyword_of(const char *word, size_t length) {
    switch (*word) {
    case 'a': return IS("and") ? AND_OR : NO_KEYWORD;
    case 'b': return IS("break") ? BREAK : NO_KEYWORD;
    case 'd': return IS("do") ? DO : NO_KEYWORD;
    case 'e': return IS("end") ? END : IS("else") || IS("elseif") ? ELSE : NO_KEYWORD;
    case 'f': return IS("function") ? FUNCTION_HEAD : IS("for") ? FOR_HEAD : IS("false") ? CONSTANT : NO_KEYWORD;
    case 'g': return IS("goto") ? GOTO : NO_KEYWORD;
    case 'i': return IS("if") ? IF : IS("in") ? IN : NO_KEYWORD;
    case 'l': return IS("local") ? LOCAL : NO_KEYWORD;
    case 'n': return IS("not") ? NOT : IS("nil") ? CONSTANT : NO_KEYWORD;
    case 'o': return IS("or") ? AND_OR : NO_KEYWORD;
    case 'r': return IS("repeat") ? REPEAT : IS("return") ? OTHER : NO_KEYWORD;
    case 't': return IS("then") ? OTHER : IS("true") ? CONSTANT : NO_KEYWORD;
    case 'u': return IS("until") ? UNTIL : NO_KEYWORD;
    case 'w': return IS("while") ? WHILE_HEAD : NO_KEYWORD;
    default: return NO_KEYWORD;
    }
}

static void read_name(mw_scan *scan, const char *word, size_t length) {
    if (scan->last == DOT) {
        mw_end_operand(scan, IS("gmatch") ? ITERATOR : FIELD);
    } else {
        uint8_t constants = scan->has_constants ? scan->constants : 0;
        bool is_iterator = IS("pairs") || IS("ipairs");
        mw_end_operand(scan, IS("_ENV") ? ENVIRONMENT : is_iterator ? ITERATOR : NAME);
        scan->constants = constants;
        scan->has_constants |= IS("const");
        top(scan)->captures |= IS("close");
    }
    bool is_defined = scan->last == ITERATOR && top(scan)->kind == HEAD;
    if (is_defined || scan->last == ENVIRONMENT) { scan->is_shadowed = true; }
}

static void jump(mw_scan *scan, const char **first) {
    note(first, scan->token);
    if (++scan->jumps > MW_MOST_JUMPS) { report(scan, MANY_JUMPS, scan->token); }
}

static void read_keyword(mw_scan *scan, int keyword) {
    switch (keyword) {
    case AND_OR: join(scan); break;
    case NOT:
        if (scan->last != BITWISE) { scan->last = OPERATOR; }
        break;
    case CONSTANT: mw_end_operand(scan, VALUE); break;
    case BREAK: jump(scan, &top(scan)->broken); break;
    case GOTO: jump(scan, &top(scan)->jumped); break;
    case LOCAL: declare(scan); break;
    case IN: begin_list(scan); break;
    case IF: enter(scan, BLOCK); break;
    case FOR_HEAD: enter(scan, FOR); break;
    case WHILE_HEAD: enter(scan, WHILE); break;
    case REPEAT: enter(scan, LOOP); break;
    case FUNCTION_HEAD: enter(scan, HEAD); break;
    case DO: begin_body(scan); break;
    case ELSE: end_block(scan); break;
    case UNTIL: leave(scan, LOOP, LOOP); break;
    case END: end_body(scan); break;
    default: break;
    }
    if (keyword != NOT && keyword != CONSTANT && keyword != END) { mw_begin_operand(scan); }
}

void mw_read_word(mw_scan *scan, size_t length) {
    int keyword = keyword_of(scan->token, length);
    if (keyword == NO_KEYWORD) {
        read_name(scan, scan->token, length);
    } else {
        read_keyword(scan, keyword);
    }
}
