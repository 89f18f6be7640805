#include "internal.h"

#include <string.h>

/* Without the mark that tells Lua how to show a name. */
static void describe_source(const lua_Debug *activation, mw_frame *frame) {
    bool marked = activation->srclen > 0 && (*activation->source == '@' || *activation->source == '=');
    frame->source = activation->source + marked;
    frame->source_length = activation->srclen - marked;
    frame->is_main = *activation->what == 'm';
}

/* How many levels there are, by halving: going through them one by one is quadratic. */
int mw_depth(mw_stack *L) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_Debug activation;
    int inside = -1, outside = 1;
    while (lua_getstack(L, outside, &activation)) {
        inside = outside;
        outside *= 2;
    }
    while (outside - inside > 1) {
        int middle = inside + (outside - inside) / 2;
        if (lua_getstack(L, middle, &activation)) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    return outside;
}

/* Level zero is what runs now. False beyond the outermost level. */
bool mw_frame_at(mw_stack *L, int level, mw_frame *frame) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_Debug activation;
    if (!lua_getstack(L, level, &activation)) { return false; }
    lua_getinfo(L, "Sln", &activation);
    frame->name = activation.name;
    frame->line = activation.currentline;
    frame->source = NULL;
    frame->is_main = false;
    if (*activation.what != 'C') { describe_source(&activation, frame); }
    memcpy(frame->shown, activation.short_src, sizeof activation.short_src);
    return true;
}

/* The nearest script function at that level or further out; tells its level. The name and its short form stay unset. */
bool mw_call_site(mw_stack *L, int *level, mw_frame *frame) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_Debug activation;
    for (; lua_getstack(L, *level, &activation); ++*level) {
        lua_getinfo(L, "Sl", &activation);
        if (*activation.what == 'C') { continue; }
        describe_source(&activation, frame);
        frame->line = activation.currentline;
        return true;
    }
    return false;
}

/* Where a function was written; false for one that is not of a script. */
bool mw_function_source(mw_stack *L, int position, mw_frame *frame) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_Debug activation;
    lua_pushvalue(L, position);
    lua_getinfo(L, ">S", &activation);
    if (*activation.what == 'C') { return false; }
    describe_source(&activation, frame);
    frame->line = activation.linedefined;
    frame->last_line = activation.lastlinedefined;
    return true;
}
