#include "miscompiled.h"

#include <string.h>

/* The tokens of source that Lua has compiled. */

static bool is_letter_or_digit(char character) {
    static const uint64_t members[4] = {0x03FF000000000000, 0x07FFFFFE87FFFFFE, 0, 0};
    unsigned char index = (unsigned char)character;
    return members[index >> 6] >> (index & 63) & 1;
}

static bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

static char peek(const mw_scan *scan) {
    return scan->next < scan->end ? *scan->next : '\0';
}

static bool take(mw_scan *scan, char character) {
    if (peek(scan) != character || scan->next == scan->end) { return false; }
    scan->next++;
    return true;
}

static void read_word(mw_scan *scan) {
    while (scan->next < scan->end && is_letter_or_digit(*scan->next)) { scan->next++; }
    mw_read_word(scan, (size_t)(scan->next - scan->token));
}

static void read_number(mw_scan *scan) {
    bool is_hexadecimal = *scan->token == '0' && (peek(scan) | 32) == 'x';
    char exponent = is_hexadecimal ? 'p' : 'e';
    while (scan->next < scan->end && (is_letter_or_digit(*scan->next) || *scan->next == '.')) {
        char character = *scan->next++ | 32;
        if (character == exponent && !take(scan, '+')) { take(scan, '-'); }
    }
    scan->last = NUMBER;
    scan->count++;
}

static void read_string(mw_scan *scan) {
    while (scan->next < scan->end) {
        char character = *scan->next++;
        if (character == *scan->token) { break; }
        if (character == '\\' && scan->next < scan->end) { scan->next++; }
    }
    mw_end_operand(scan, STRING);
}

/* After a bracket: skips a long string, if it begins one. */
static bool take_long_text(mw_scan *scan) {
    const char *bracket = scan->next;
    while (take(scan, '=')) {}
    size_t level = (size_t)(scan->next - bracket);
    if (!take(scan, '[')) {
        scan->next = bracket;
        return false;
    }
    while ((bracket = memchr(scan->next, ']', (size_t)(scan->end - scan->next)))) {
        scan->next = bracket + 1;
        while (take(scan, '=')) {}
        if ((size_t)(scan->next - bracket) == level + 1 && take(scan, ']')) { return true; }
    }
    scan->next = scan->end;
    return true;
}

static void skip_comment(mw_scan *scan) {
    if (take(scan, '[') && take_long_text(scan)) { return; }
    while (scan->next < scan->end && *scan->next != '\n' && *scan->next != '\r') { scan->next++; }
}

static void read_dot(mw_scan *scan) {
    if (is_digit(peek(scan))) {
        read_number(scan);
    } else if (!take(scan, '.')) {
        scan->last = DOT;
        scan->constants = 0;
    } else if (take(scan, '.')) {
        mw_end_operand(scan, VARARGS);
    } else {
        scan->last = OPERATOR;
    }
}

static void read_colon(mw_scan *scan) {
    if (take(scan, ':')) {
        scan->after_label = true;
        mw_begin_operand(scan);
    } else {
        scan->last = DOT;
        scan->constants = 0;
    }
}

/* `character` is `<` or `>`. */
static void read_angle(mw_scan *scan, char character) {
    if (take(scan, character)) {
        scan->last = OPERATOR;
    } else {
        take(scan, '=');
        mw_read_comparison(scan);
    }
}

static void read_tilde(mw_scan *scan) {
    if (take(scan, '=')) {
        mw_read_comparison(scan);
    } else if (scan->last >= NAME) {
        mw_read_bitwise(scan, 1);
    } else {
        scan->last = OPERATOR;
    }
}

static void read_mark(mw_scan *scan) {
    switch (*scan->token) {
    case '(': mw_open_parenthesis(scan); break;
    case ')': mw_close_parenthesis(scan); break;
    case '[':
        if (take_long_text(scan)) {
            mw_end_operand(scan, STRING);
        } else {
            mw_open_bracket(scan);
        }
        break;
    case ']': mw_close_bracket(scan); break;
    case '{': mw_open_brace(scan); break;
    case '}': mw_close_brace(scan); break;
    case '"': case '\'': read_string(scan); break;
    case '.': read_dot(scan); break;
    case ':': read_colon(scan); break;
    case ',': mw_read_comma(scan); break;
    case ';': mw_begin_operand(scan); break;
    case '=':
        if (take(scan, '=')) {
            mw_read_comparison(scan);
        } else {
            mw_begin_operand(scan);
        }
        break;
    case '<': case '>': read_angle(scan, *scan->token); break;
    case '|': mw_read_bitwise(scan, 0); break;
    case '~': read_tilde(scan); break;
    case '&': mw_read_bitwise(scan, 2); break;
    default: scan->last = OPERATOR; break;
    }
}

static void read_token(mw_scan *scan) {
    char character = *scan->token;
    uint8_t last = scan->last;
    if (is_digit(character)) {
        read_number(scan);
    } else if (is_letter_or_digit(character)) {
        read_word(scan);
    } else {
        read_mark(scan);
    }
    /* Assigned, or the name of a parameter. */
    if (last == ITERATOR && character != '(') { scan->is_shadowed = true; }
    bool is_name = scan->last >= NAME && scan->last <= ITERATOR;
    if (!is_name && character != ';' && character != ':') { scan->after_label = false; }
}

void mw_scan_tokens(mw_scan *scan) {
    while (scan->next < scan->end) {
        scan->token = scan->next++;
        char character = *scan->token;
        if (character == ' ' || (character >= '\t' && character <= '\r')) { continue; }
        if (character == '-' && take(scan, '-')) {
            skip_comment(scan);
        } else {
            read_token(scan);
        }
    }
}
