#include "../internal.h"

#include <time.h>

/* The CPU time of an entry: that of its thread, without the functions of the application. */

/* Nanoseconds that the instructions between two checks may take: many times what they do take. */
#define USUAL_TIME ((uint64_t)1000000)
/* Nanoseconds between two measurements of a slow script: reading the CPU time of a thread is expensive. */
#define EXACT_TIME ((uint64_t)100000)
/* A script is timed exactly once it has used up this part of its time. */
#define EXACT_FROM 4
/* Nanoseconds from which a call of user code is long: reading the CPU clock around some calls costs little beside it. */
#define LONG_CALL ((uint64_t)100000)
/* How many calls of user code are measured in CPU time after a long one. */
#define MEASURED_CALLS 8

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t mw_wall_time(void) {
    return nanoseconds(CLOCK_MONOTONIC);
}

/* The CPU time of this thread. */
uint64_t mw_cpu_time(void) {
    return nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}

static void restart(mw_entry *entry, uint64_t now, uint64_t worked) {
    entry->boundary.checked_at = now;
    entry->boundary.was_left = false;
    entry->boundary.user_time = 0;
    entry->time.worked_at = worked;
    entry->time.estimated = 0;
}

/* Measures the time of user code from now on, also in the enclosing entries. Each of these starts over, because part of the time
   until now belongs to this entry. */
static void begin_exact_time(mw_entry *entry) {
    for (mw_entry *each = entry->below; each; each = each->below) {
        if (each->outermost != entry->outermost || each->boundary.is_timed) { continue; }
        each->boundary.is_timed = true;
        each->boundary.checked_at = 0;
        each->boundary.user_code_began = 0;
    }
    entry->boundary.is_timed = true;
    entry->boundary.user_code_began = 0;
}

/* Without a limit, only what a cancelled entry does before it ends is limited. */
static bool is_limited(const mw_entry *outermost) {
    return outermost->state->limits.budget != MW_UNLIMITED || outermost->async.has_noticed;
}

static void spend(mw_entry *outermost, uint64_t time) {
    outermost->time.spent += time;
    if (outermost->time.spent <= outermost->state->limits.time || !is_limited(outermost)) { return; }
    outermost->time.is_used_up = true;
    outermost->budget = 0;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* The wall clock is cheap, and is sufficient while a script is fast. */
static bool is_fast(const mw_entry *entry, uint64_t passed) {
    return passed < USUAL_TIME && entry->outermost->time.spent < entry->outermost->state->limits.time / EXACT_FROM;
}

/* Adds the CPU time of this thread since it was read last, without the functions of the application. Until these are timed, they
   may have used any part of it. */
static void spend_work(mw_entry *entry, uint64_t passed, uint64_t worked) {
    const mw_boundary *boundary = &entry->boundary;
    uint64_t own = passed > boundary->user_time ? passed - boundary->user_time : 0;
    if (!boundary->is_timed && boundary->was_left) { own = smaller(own, USUAL_TIME); }
    uint64_t all = smaller(worked - entry->time.worked_at, own + entry->time.estimated);
    spend(entry->outermost, all > entry->time.estimated ? all - entry->time.estimated : 0);
}

/* Adds the time since the last check, unless it is so little that it can be added later. */
static void check(mw_entry *entry, uint64_t least) {
    mw_boundary *boundary = &entry->boundary;
    uint64_t now = mw_wall_time();
    uint64_t passed = now - boundary->checked_at;
    if (boundary->checked_at == 0) {
        restart(entry, now, mw_cpu_time());
    } else if (boundary->is_timed && passed < least) {
        return;
    } else if (!boundary->is_timed && is_fast(entry, passed)) {
        boundary->checked_at = now;
        boundary->was_left = false;
        entry->time.estimated += passed;
        spend(entry->outermost, passed);
    } else {
        uint64_t worked = mw_cpu_time();
        spend_work(entry, passed, worked);
        if (!boundary->is_timed) { begin_exact_time(entry); }
        restart(entry, now, worked);
    }
}

void mw_check_clock(mw_entry *entry) {
    check(entry, EXACT_TIME);
}

/* The entry of the same state that encloses this one; NULL when there is none. */
static mw_entry *interrupted_by(const mw_entry *entry) {
    if (!entry->nested) { return NULL; }
    mw_entry *outside = entry->below;
    while (outside && outside->state != entry->state) { outside = outside->below; }
    return outside;
}

/* An entry within a timed one is timed from its first instruction. Adds the time of the enclosing entry, which would be lost
   later. */
void mw_begin_time(mw_entry *entry) {
    entry->boundary.checked_at = 0;
    entry->boundary.is_timed = entry->outermost->boundary.is_timed;
    if (!entry->boundary.is_timed) { return; }
    mw_entry *outside = interrupted_by(entry);
    if (outside && outside->boundary.checked_at > 0) { check(outside, 0); }
    check(entry, 0);
}

/* Counts the time of a nested entry once. There is no later check, so it is counted however little it is: a script may enter a
   million times. */
void mw_end_time(mw_entry *entry) {
    if (!entry->boundary.is_timed) { return; }
    check(entry, 0);
    mw_entry *outside = interrupted_by(entry);
    if (outside) { restart(outside, entry->boundary.checked_at, entry->time.worked_at); }
}

/* Nanoseconds until a script may have used up its time; at least as many as it takes to measure that. From the first time on the
   script is timed exactly. Until then it has run for less than two looks of the clock, which do not count. */
uint64_t mw_remaining_time(mw_entry *entry) {
    if (!entry->boundary.is_timed) { begin_exact_time(entry); }
    check(entry, 0);
    uint64_t limit = entry->outermost->state->limits.time, spent = entry->outermost->time.spent;
    return spent + EXACT_TIME < limit ? limit - spent : EXACT_TIME;
}

/* While user code runs for long, what the script did before is counted first. Otherwise, time for which the system keeps the thread
   waiting between two calls would count as the script's own, up to the CPU time of the calls. */
void mw_begin_user_time(mw_boundary *boundary) {
    if (boundary->measured_calls > 0) { check((mw_entry *)boundary, 0); }
    boundary->user_code_began = mw_wall_time();
}

/* If the beginning was not measured, or the script's time until then was counted, the time begins now. */
void mw_end_user_time(mw_boundary *boundary) {
    uint64_t began = boundary->user_code_began;
    uint64_t taken = began > 0 ? mw_wall_time() - began : LONG_CALL;
    boundary->user_code_began = 0;
    bool is_counted = began == 0 || boundary->measured_calls > 0, is_long = taken >= LONG_CALL;
    if (is_counted) {
        boundary->checked_at = 0;
    } else {
        boundary->user_time += taken;
    }
    if (is_long) {
        boundary->measured_calls = MEASURED_CALLS;
    } else if (boundary->measured_calls > 0) {
        boundary->measured_calls--;
    }
    if (is_counted || is_long) { check((mw_entry *)boundary, 0); }
}
