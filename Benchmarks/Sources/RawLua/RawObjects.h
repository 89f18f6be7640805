#ifndef RAW_OBJECTS_H
#define RAW_OBJECTS_H

#include <lua.h>

// Sets the globals `point`, `adder` and `thing`. May raise.
void raw_objects_open(lua_State *state);

#endif
