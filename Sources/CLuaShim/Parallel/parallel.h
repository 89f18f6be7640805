#ifndef CLUASHIM_PARALLEL_H
#define CLUASHIM_PARALLEL_H

#include "../internal.h"

/* What begins each value of an image. */
enum { MW_IMAGE_NIL, MW_IMAGE_FALSE, MW_IMAGE_TRUE, MW_IMAGE_INTEGER, MW_IMAGE_NUMBER, MW_IMAGE_STRING, MW_IMAGE_GLOBAL,
       MW_IMAGE_FIELD, MW_IMAGE_FUNCTION, MW_IMAGE_AGAIN };

/* Functions that capture functions may be nested that deeply. */
#define MW_DEEPEST_IMAGE 50

/* The first assignment of a compiled function to a variable that it captures. */
typedef struct mw_assignment {
    int upvalue; /* From zero on; -1 if the function assigns none. */
    int line;
} mw_assignment;

/* Finds the first assignment; false if the bytes are not as expected. */
bool mw_find_assignment(const unsigned char *bytes, size_t length, mw_assignment *found);

/* Whether this library stores functions as mw_find_assignment expects. */
bool mw_can_find_assignments(void);

/* Stores a compiled function in bytes that `free` frees. */
unsigned char *mw_dump(lua_State *L, size_t *length);

#endif
