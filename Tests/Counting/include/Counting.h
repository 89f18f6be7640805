#ifndef COUNTING_H
#define COUNTING_H

#include <stdint.h>

/* What one thread asked of Swift's runtime. */
typedef struct {
    int64_t allocations;
    int64_t retains;
} counted_operations;

/* Begins to count what the calling thread does. */
void counting_begin(void);

/* Ends counting and returns what the calling thread asked for since `counting_begin`. */
counted_operations counting_end(void);

#endif
