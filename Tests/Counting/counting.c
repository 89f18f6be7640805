#define _GNU_SOURCE
#include "Counting.h"

#include <stdbool.h>
#include <stddef.h>

#if defined(__linux__) && !defined(DEBUG)

#include <dlfcn.h>

/*
 * These take the place of the runtime's functions for all code outside of the runtime itself, because the program comes first where the
 * dynamic linker looks for a symbol. Each finds the runtime's at its first call, at which other threads may find it, too.
 */
#define NEXT(name, type)                                                                                                                   \
    static type next;                                                                                                                      \
    type function = __atomic_load_n(&next, __ATOMIC_RELAXED);                                                                              \
    if (function == NULL) {                                                                                                                \
        function = (type)dlsym(RTLD_NEXT, name);                                                                                           \
        __atomic_store_n(&next, function, __ATOMIC_RELAXED);                                                                               \
    }

/* Where Swift expects that reference counting leaves most registers alone, it must; elsewhere it may. */
#define PRESERVES_MOST __attribute__((preserve_most))

typedef void *(*allocation)(const void *, size_t, size_t);
typedef void *(*retention)(void *);
typedef void *(*retention_n)(void *, uint32_t);

static _Thread_local bool counts;
static _Thread_local counted_operations counted;

void *swift_allocObject(const void *metadata, size_t size, size_t alignment) {
    NEXT("swift_allocObject", allocation)
    if (counts) counted.allocations++;
    return function(metadata, size, alignment);
}

PRESERVES_MOST void *swift_retain(void *object) {
    NEXT("swift_retain", retention)
    if (counts) counted.retains++;
    return function(object);
}

PRESERVES_MOST void *swift_retain_n(void *object, uint32_t count) {
    NEXT("swift_retain_n", retention_n)
    if (counts) counted.retains += count;
    return function(object, count);
}

PRESERVES_MOST void *swift_bridgeObjectRetain(void *object) {
    NEXT("swift_bridgeObjectRetain", retention)
    if (counts) counted.retains++;
    return function(object);
}

void counting_begin(void) {
    counted = (counted_operations){0, 0};
    counts = true;
}

counted_operations counting_end(void) {
    counts = false;
    return counted;
}

#else

/* Counted in release builds for Linux only: elsewhere the runtime may be a part of the system, of another version than the compiler. */
void counting_begin(void) {}
counted_operations counting_end(void) { return (counted_operations){0, 0}; }

#endif
