#include "../internal.h"

#include <string.h>

/* Removes the mark that specifies how Lua shows a chunk name. */
static void describe_source(const lua_Debug *activation, mw_frame *frame) {
    bool marked = activation->srclen > 0 && (*activation->source == '@' || *activation->source == '=');
    frame->source = activation->source + marked;
    frame->source_length = activation->srclen - marked;
    frame->is_main = *activation->what == 'm';
}

/* Finds the number of levels by bisection, because visiting them one by one is quadratic. */
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

mw_stack *mw_resumer(mw_entry *entry, mw_stack *coroutine) {
    MW_ASSERT_HELD(entry->state);
    mw_resumption *resumption = entry->innermost;
    while (resumption && resumption->coroutine != coroutine) { resumption = resumption->outer; }
    return resumption ? resumption->resumer : NULL;
}

/* Whether the value is the error of the thread that failed last. */
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
    state->in_host = true;
    lua_rawgeti(L, LUA_REGISTRYINDEX, MW_REGISTRY_UNWOUND);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, 1);
    lua_pop(L, 1);
    state->host.unwound(entry->host, L, again);
    state->in_host = false;
}

/* Reports the frames of a thread that failed to the host, before they are removed; the error value is on top of it. */
void mw_report_unwound(lua_State *L, mw_entry *entry) {
    entry->state->memory.grants_any_stack = true;
    report_frames(L, entry);
    entry->state->memory.grants_any_stack = false;
}

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

bool mw_function_source(mw_stack *L, int position, mw_frame *frame) {
    MW_ASSERT_HELD(mw_entry_of(L)->state);
    lua_Debug activation;
    lua_pushvalue(L, position);
    lua_getinfo(L, ">Su", &activation);
    if (*activation.what == 'C') { return false; }
    describe_source(&activation, frame);
    frame->line = activation.linedefined;
    frame->last_line = activation.lastlinedefined;
    frame->parameters = activation.nparams;
    frame->is_variadic = activation.isvararg;
    return true;
}
