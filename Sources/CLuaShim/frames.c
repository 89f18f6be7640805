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
    lua_getinfo(L, "Slnf", &activation);
    frame->host = mw_called_host(L, lua_gettop(L));
    lua_pop(L, 1);
    frame->name = activation.name;
    frame->line = activation.currentline;
    frame->source = NULL;
    frame->is_main = false;
    if (*activation.what != 'C') { describe_source(&activation, frame); }
    memcpy(frame->shown, activation.short_src, sizeof activation.short_src);
    return true;
}

/* Who resumed a coroutine that runs within the entry; NULL for the entry's own thread. */
mw_stack *mw_resumer(mw_entry *entry, mw_stack *coroutine) {
    MW_ASSERT_HELD(entry->state);
    mw_resumption *resumption = entry->innermost;
    while (resumption && resumption->coroutine != coroutine) { resumption = resumption->outer; }
    return resumption ? resumption->resumer : NULL;
}

/* Whether the value is what the thread raised that failed last. */
static bool is_unwound(lua_State *L, int position) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_UNWOUND);
    lua_rawgeti(L, -1, 1);
    bool same = lua_rawequal(L, position, -1) && !lua_isnil(L, -1);
    lua_pop(L, 2);
    return same;
}

static void report_frames(lua_State *L, mw_entry *entry) {
    mw_state *state = entry->state;
    if (!lua_checkstack(L, 8)) { return; }
    bool again = is_unwound(L, lua_gettop(L));
    state->window = true;
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_UNWOUND);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, 1);
    lua_pop(L, 1);
    state->host.unwound(entry->host, L, again);
    state->window = false;
}

/* Lets the host look at the frames of a thread that failed, before they go; what it raised is on top of it. */
void mw_tell_unwound(lua_State *L, mw_entry *entry) {
    entry->state->is_reporting = true;
    report_frames(L, entry);
    entry->state->is_reporting = false;
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
