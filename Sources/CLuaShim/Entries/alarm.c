#define _GNU_SOURCE
#include "../internal.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

/* Interrupts scripts whose budget is a deadline.

   Lua runs at full speed as long as no hook is set, and then only a signal stops a loop: Lua reads a flag of the call that runs at
   each jump backwards, and lua_sethook, which sets that flag, may be called by a signal handler of the thread that runs Lua. No
   other thread may call it: it could find the list of calls while that changes.

   Each thread that runs such scripts has an alarm: the time when it is to be interrupted. One thread, the clock, looks at all
   alarms every two milliseconds, as long as one is set, and sends the signal. It repeats that until the hook has answered, since
   Lua clears the flag of a call without a lock. */

/* Nanoseconds between two looks at the alarms. */
#define TICK ((uint64_t)2000000)
/* The clock sleeps after this many looks at which no alarm was set. */
#define LAST_TICKS 50
/* Nanoseconds until a signal that the hook has not answered is sent again. */
#define PATIENCE ((uint64_t)10000000)
/* As in Go's runtime: nothing else uses it, and a program that does not handle it ignores it. */
#define SIGNAL SIGURG

struct mw_alarm {
    pthread_t thread;
    _Atomic uint64_t due;   /* The wall time of the next signal; zero for none. */
    _Atomic bool is_urgent; /* One is to be sent at once. */
    _Atomic bool was_sent;  /* One is on its way. */
    bool is_free;           /* The thread has ended. */
    mw_alarm *next;
};

/* Alarms are never freed, so that the clock and mw_cancel may use one whose thread ends. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t wakes;
    pthread_key_t key;
    mw_alarm *alarms;
    bool was_opened, is_ready;
    struct sigaction replaced;
    _Atomic bool is_awake;
    _Atomic uint64_t now; /* When the clock looked last. */
} all = {.lock = PTHREAD_MUTEX_INITIALIZER, .wakes = PTHREAD_COND_INITIALIZER};

static _Thread_local mw_alarm *own;

MW_MAY_LONGJMP_BEGIN

/* Runs on the thread that is to be interrupted, at any instruction. */
static void interrupt(int number, siginfo_t *information, void *context) {
    int error = errno;
    if (own && atomic_exchange_explicit(&own->was_sent, false, memory_order_relaxed)) {
        if (!mw_ring()) { atomic_store_explicit(&own->due, 0, memory_order_relaxed); }
    } else if (all.replaced.sa_flags & SA_SIGINFO) {
        all.replaced.sa_sigaction(number, information, context);
    } else if (all.replaced.sa_handler != SIG_DFL && all.replaced.sa_handler != SIG_IGN) {
        all.replaced.sa_handler(number);
    }
    errno = error;
}

MW_MAY_LONGJMP_END

static void send(mw_alarm *alarm) {
    atomic_store_explicit(&alarm->was_sent, true, memory_order_relaxed);
    pthread_kill(alarm->thread, SIGNAL);
}

/* Sends the signals that are due; returns whether any alarm is set. The lock is held, so that no thread ends meanwhile. */
static bool look(uint64_t now) {
    bool is_any_set = false;
    for (mw_alarm *alarm = all.alarms; alarm; alarm = alarm->next) {
        bool is_urgent = atomic_exchange_explicit(&alarm->is_urgent, false, memory_order_seq_cst);
        uint64_t due = atomic_load_explicit(&alarm->due, memory_order_seq_cst);
        if (alarm->is_free || (due == 0 && !is_urgent)) { continue; }
        is_any_set = true;
        if (due > now && !is_urgent) { continue; }
        if (atomic_compare_exchange_strong(&alarm->due, &due, now + PATIENCE) || is_urgent) { send(alarm); }
    }
    return is_any_set;
}

static void sleep_for(uint64_t nanoseconds) {
    struct timespec time = {.tv_sec = 0, .tv_nsec = (long)nanoseconds};
    nanosleep(&time, NULL);
}

static void *run_clock(void *unused) {
    (void)unused;
    pthread_mutex_lock(&all.lock);
    for (int idle = 0;;) {
        uint64_t now = mw_wall_time();
        atomic_store_explicit(&all.now, now, memory_order_relaxed);
        idle = look(now) ? 0 : idle + 1;
        if (idle > LAST_TICKS) {
            /* A thread that sets its alarm now sees that the clock sleeps, or the clock sees the alarm. */
            atomic_store_explicit(&all.is_awake, false, memory_order_seq_cst);
            if (!look(now)) {
                while (!atomic_load_explicit(&all.is_awake, memory_order_seq_cst)) {
                    pthread_cond_wait(&all.wakes, &all.lock);
                }
            }
            atomic_store_explicit(&all.is_awake, true, memory_order_seq_cst);
            idle = 0;
            continue;
        }
        pthread_mutex_unlock(&all.lock);
        sleep_for(TICK);
        pthread_mutex_lock(&all.lock);
    }
    return NULL;
}

__attribute__((noinline)) static void wake_clock(void) {
    pthread_mutex_lock(&all.lock);
    if (!atomic_exchange(&all.is_awake, true)) {
        atomic_store_explicit(&all.now, mw_wall_time(), memory_order_relaxed);
        pthread_cond_signal(&all.wakes);
    }
    pthread_mutex_unlock(&all.lock);
}

/* A thread ends. */
static void retire(void *alarm) {
    pthread_mutex_lock(&all.lock);
    ((mw_alarm *)alarm)->is_free = true;
    atomic_store(&((mw_alarm *)alarm)->due, 0);
    pthread_mutex_unlock(&all.lock);
    own = NULL;
}

#if defined(__has_feature) && __has_feature(thread_sanitizer) && defined(__GLIBC__)
/* The thread sanitizer delays signals until the next call that it intercepts, which a loop of Lua never makes. */
int __sigaction(int, const struct sigaction *, struct sigaction *);
#define sigaction(number, action, old) __sigaction(number, action, old)
#endif

static bool start_clock(void) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) { return false; }
    sigset_t every, before;
    sigfillset(&every);
    pthread_t thread;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    bool has_started = pthread_create(&thread, &attributes, run_clock, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return has_started;
}

static bool handle_signal(void) {
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    action.sa_sigaction = interrupt;
    sigemptyset(&action.sa_mask);
    return sigaction(SIGNAL, NULL, &all.replaced) == 0 && sigaction(SIGNAL, &action, NULL) == 0;
}

bool mw_open_alarms(void) {
    pthread_mutex_lock(&all.lock);
    if (!all.was_opened) {
        all.was_opened = true;
        atomic_store(&all.is_awake, true);
        all.is_ready = pthread_key_create(&all.key, retire) == 0 && handle_signal() && start_clock();
    }
    bool is_ready = all.is_ready;
    pthread_mutex_unlock(&all.lock);
    return is_ready;
}

static mw_alarm *take_alarm(void) {
    mw_alarm *alarm = all.alarms;
    while (alarm && !alarm->is_free) { alarm = alarm->next; }
    if (alarm) { return alarm; }
    alarm = calloc(1, sizeof *alarm);
    if (!alarm) { abort(); }
    alarm->next = all.alarms;
    all.alarms = alarm;
    return alarm;
}

/* Gives this thread an alarm, and lets the signal through, which threads of libdispatch block. */
__attribute__((noinline)) static mw_alarm *find_own(void) {
    pthread_mutex_lock(&all.lock);
    own = take_alarm();
    own->thread = pthread_self();
    own->is_free = false;
    pthread_setspecific(all.key, own);
    pthread_mutex_unlock(&all.lock);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGNAL);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    return own;
}

/* After an alarm was set. */
static void expect_clock(void) {
    if (!atomic_load_explicit(&all.is_awake, memory_order_seq_cst)) { wake_clock(); }
}

/* Reads no clock: most entries end before the first alarm. */
void mw_begin_alarm(mw_entry *entry) {
    mw_alarm *alarm = own ? own : find_own();
    uint64_t now = atomic_load_explicit(&all.now, memory_order_relaxed);
    entry->alarm.before = atomic_exchange_explicit(&alarm->due, now + TICK, memory_order_seq_cst);
    atomic_store_explicit(&entry->alarm.thread, alarm, memory_order_seq_cst);
    expect_clock();
}

/* An alarm of an enclosing entry continues. */
void mw_end_alarm(mw_entry *entry) {
    mw_alarm *alarm = atomic_load_explicit(&entry->alarm.thread, memory_order_relaxed);
    atomic_store_explicit(&entry->alarm.thread, NULL, memory_order_relaxed);
    atomic_store_explicit(&alarm->due, entry->alarm.before, memory_order_relaxed);
}

/* Sets the alarm of this thread, or turns it off for UINT64_MAX. */
void mw_set_alarm(uint64_t remaining) {
    if (!own) { return; }
    uint64_t due = remaining == UINT64_MAX ? 0 : mw_wall_time() + remaining;
    atomic_store_explicit(&own->due, due, memory_order_seq_cst);
    if (due > 0) { expect_clock(); }
}

/* The thread may have left the entry when the signal arrives: a surplus signal is harmless. */
void mw_ring_soon(mw_entry *entry) {
    mw_alarm *alarm = atomic_load_explicit(&entry->alarm.thread, memory_order_seq_cst);
    if (!alarm) { return; }
    atomic_store_explicit(&alarm->is_urgent, true, memory_order_seq_cst);
    expect_clock();
}
