#ifndef CLUASHIM_PARALLEL_H
#define CLUASHIM_PARALLEL_H

#include "../internal.h"

/* What begins each value of an image. */
enum { MW_IMAGE_NIL, MW_IMAGE_FALSE, MW_IMAGE_TRUE, MW_IMAGE_INTEGER, MW_IMAGE_NUMBER, MW_IMAGE_STRING, MW_IMAGE_GLOBAL,
       MW_IMAGE_FIELD, MW_IMAGE_FUNCTION, MW_IMAGE_AGAIN };

/* Functions that capture functions may be nested that deeply. */
#define MW_DEEPEST_IMAGE 50

/* The largest number of variables that a function of Lua can capture. */
enum { MW_MOST_UPVALUES = 255 };

/* The first assignment of a compiled function to a variable that it captures, or to a global. */
typedef struct mw_assignment {
    int upvalue; /* From zero on; -1 if the function assigns none. */
    int line;
    bool is_global;   /* The variable holds the globals, and the function assigns one of them. */
    const char *name; /* Of the global, among the bytes. */
    size_t length;
} mw_assignment;

/* Finds the first assignment, where `are_globals` states for each captured variable whether it holds the globals; false if the bytes are
   not as expected. */
bool mw_find_assignment(const unsigned char *bytes, size_t length, const bool *are_globals, mw_assignment *found);

/* Notes which variables that the function at a position captures hold the globals that scripts see. */
void mw_find_globals(lua_State *L, int function, bool *are_globals);

/* Whether this library stores functions as mw_find_assignment expects. */
bool mw_can_find_assignments(void);

/* Stores a compiled function in bytes that `free` frees. */
unsigned char *mw_dump(lua_State *L, size_t *length);

#endif
