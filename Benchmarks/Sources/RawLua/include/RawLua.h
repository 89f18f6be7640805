// What Lua's C API does by hand, without anything of ours: the baselines of the rows about the bridge.

#ifndef RAW_LUA_H
#define RAW_LUA_H

#include <stdint.h>

// A state with the standard libraries and the globals that the loops use:
//   f(x)          a host function, integer to integer
//   point.x       a property: `__index` is a C function that checks the object and compares the name
//   point.y = n   a property: `__newindex` is one, too
//   adder:add(n)  a method: `__index` is a table, the method checks object and argument
//   thing:add(n)  the same method behind an `__index` C function that looks a getter up first, as `thing.x` has one
typedef struct raw_lua raw_lua;

// `hook_interval` is the number of instructions after which a count hook runs; zero arms none. Null when out of memory.
raw_lua *raw_lua_new(int hook_interval);
void raw_lua_free(raw_lua *raw);

// Loads a text that returns a function, and keeps the function under a registry reference. False after an error.
_Bool raw_lua_prepare(raw_lua *raw, const char *text);

// Calls the prepared function once with `count`, for loops in Lua. False after an error.
_Bool raw_lua_run(raw_lua *raw, int64_t count);

// Calls the prepared function `count` times, each through the reference and `lua_pcall`, with an integer that becomes the
// next one: for loops in the host. False after an error.
_Bool raw_lua_call_repeatedly(raw_lua *raw, int64_t count);

// Call the prepared function with a table of so many integers or texts; its result is an integer. False after an error.
_Bool raw_lua_take_integers(raw_lua *raw, const int64_t *numbers, int count);
_Bool raw_lua_take_texts(raw_lua *raw, const char *const *texts, int count);

// Call the prepared function and copy the table that it gives into memory of the host, each element checked; the result is
// the last integer, or the count of texts, which must be shorter than 32 bytes. False after an error.
_Bool raw_lua_give_integers(raw_lua *raw);
_Bool raw_lua_give_texts(raw_lua *raw);

// Calls the prepared function so many times, each with a new userdata that has the metatable of `thing`.
_Bool raw_lua_take_objects(raw_lua *raw, int64_t count);

// Makes a state with all its libraries and that hook, and ends it. False when out of memory.
_Bool raw_lua_open_and_close(int hook_interval);

// Reads a file into tables in a state of its own, as plain `lua5.4` would: makes the state, runs `prelude`, then the
// file. The caller frees it; null after an error.
raw_lua *raw_lua_read_file(const char *prelude, const char *path);

// What the last run or call gave.
int64_t raw_lua_result(const raw_lua *raw);

// How often the hook ran.
int64_t raw_lua_hook_count(const raw_lua *raw);

#endif
