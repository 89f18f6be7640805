#include "internal.h"

#include <time.h>

/* How long an entry has worked. What counts is the CPU time of its thread, without that of the application's functions. */

/* What the instructions between two looks may take together, in nanoseconds: many times what they do take. */
#define USUAL_TIME ((uint64_t)1000000)
/* How exactly a slow script is timed, in nanoseconds: asking what a thread has worked takes a while. */
#define EXACT_TIME ((uint64_t)100000)
/* A script is timed exactly once it has used up this part of its time. */
#define EXACT_FROM 4

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t mw_wall_time(void) {
    return nanoseconds(CLOCK_MONOTONIC);
}

/* What this thread has worked. */
uint64_t mw_cpu_time(void) {
    return nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}

static void restart(mw_entry *entry, uint64_t now, uint64_t worked) {
    entry->passage.looked_at = now;
    entry->passage.was_left = false;
    entry->passage.user_time = 0;
    entry->worked_at = worked;
    entry->estimated = 0;
}

/* From now on the time of user code is measured, also in the entries outside: in each anew, as part of what it did until now is
   this one's. */
static void begin_exact_time(mw_entry *entry) {
    for (mw_entry *each = entry->below; each; each = each->below) {
        if (each->outermost != entry->outermost || each->passage.is_timed) { continue; }
        each->passage.is_timed = true;
        each->passage.looked_at = 0;
        each->passage.user_began = 0;
    }
    entry->passage.is_timed = true;
    entry->passage.user_began = 0;
}

static void spend(mw_entry *outermost, uint64_t time) {
    outermost->spent += time;
    if (outermost->spent <= outermost->state->time) { return; }
    outermost->is_late = true;
    outermost->budget = 0;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* The clock on the wall is cheap, and does as long as a script is fast. */
static bool is_fast(const mw_entry *entry, uint64_t passed) {
    return passed < USUAL_TIME && entry->outermost->spent < entry->outermost->state->time / EXACT_FROM;
}

/* What this thread has worked since that was read last, without the functions of the application. Until they are timed, they may
   have taken any part of it. */
static void spend_work(mw_entry *entry, uint64_t passed, uint64_t worked) {
    const mw_passage *passage = &entry->passage;
    uint64_t own = passed > passage->user_time ? passed - passage->user_time : 0;
    if (!passage->is_timed && passage->was_left) { own = smaller(own, USUAL_TIME); }
    uint64_t all = smaller(worked - entry->worked_at, own + entry->estimated);
    spend(entry->outermost, all > entry->estimated ? all - entry->estimated : 0);
}

/* Adds the time since the last look, unless so little passed that it may be added later. */
static void look(mw_entry *entry, uint64_t least) {
    mw_passage *passage = &entry->passage;
    uint64_t now = mw_wall_time();
    uint64_t passed = now - passage->looked_at;
    if (passage->looked_at == 0) {
        restart(entry, now, mw_cpu_time());
    } else if (passage->is_timed && passed < least) {
        return;
    } else if (!passage->is_timed && is_fast(entry, passed)) {
        passage->looked_at = now;
        passage->was_left = false;
        entry->estimated += passed;
        spend(entry->outermost, passed);
    } else {
        uint64_t worked = mw_cpu_time();
        spend_work(entry, passed, worked);
        if (!passage->is_timed) { begin_exact_time(entry); }
        restart(entry, now, worked);
    }
}

void mw_look_at_clock(mw_entry *entry) {
    look(entry, EXACT_TIME);
}

/* The entry that runs while this one is inside; NULL when there is none. */
static mw_entry *interrupted_by(const mw_entry *entry) {
    if (!entry->nested) { return NULL; }
    mw_entry *outside = entry->below;
    while (outside && outside->state != entry->state) { outside = outside->below; }
    return outside;
}

/* An entry within a timed one is timed from its first instruction. What the one outside took until then would be lost after it. */
void mw_begin_time(mw_entry *entry) {
    entry->passage.looked_at = 0;
    entry->passage.is_timed = entry->outermost->passage.is_timed;
    if (!entry->passage.is_timed) { return; }
    mw_entry *outside = interrupted_by(entry);
    if (outside && outside->passage.looked_at > 0) { look(outside, 0); }
    look(entry, 0);
}

/* What an entry took that ran while the one outside of it was inside is counted once. Nobody looks later, so it is counted
   however little it is: a script may enter a million times. */
void mw_end_time(mw_entry *entry) {
    if (!entry->passage.is_timed) { return; }
    look(entry, 0);
    mw_entry *outside = interrupted_by(entry);
    if (outside) { outside->passage.looked_at = 0; }
}

void mw_begin_user_time(mw_passage *passage) {
    passage->user_began = mw_wall_time();
}

/* Without a beginning, the next look is the first one. */
void mw_end_user_time(mw_passage *passage) {
    if (passage->user_began > 0) {
        passage->user_time += mw_wall_time() - passage->user_began;
    } else {
        passage->looked_at = 0;
    }
    passage->user_began = 0;
}
