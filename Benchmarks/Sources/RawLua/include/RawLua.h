// The operations of the bridge, written by hand with Lua's C API: the baselines of the bridge's rows.

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

// `hook_interval` is the number of instructions after which a count hook runs; zero disables it. Null if there is no memory.
raw_lua *raw_lua_new(int hook_interval);
void raw_lua_free(raw_lua *raw);

// Loads a source that returns a function, and keeps the function in a registry reference. False after an error.
_Bool raw_lua_prepare(raw_lua *raw, const char *text);

// Calls the prepared function once with `count`, for loops in Lua. False after an error.
_Bool raw_lua_run(raw_lua *raw, int64_t count);

// Calls the prepared function `count` times, each through the reference and `lua_pcall`, with an integer that becomes the
// next one: for loops in the host. False after an error.
_Bool raw_lua_call_repeatedly(raw_lua *raw, int64_t count);

// Call the prepared function with a table of the given number of integers or strings; its result is an integer. False after an
// error.
_Bool raw_lua_take_integers(raw_lua *raw, const int64_t *numbers, int count);
_Bool raw_lua_take_texts(raw_lua *raw, const char *const *texts, int count);

// Call the prepared function and copy its table into memory of the host, checking each element; the result is the last integer, or
// the number of strings, which must be shorter than 32 bytes. False after an error.
_Bool raw_lua_give_integers(raw_lua *raw);
_Bool raw_lua_give_texts(raw_lua *raw);

// Calls the prepared function the given number of times, each with a new userdata that has the metatable of `thing`.
_Bool raw_lua_take_objects(raw_lua *raw, int64_t count);

// Creates a state with all its libraries and that hook, and closes it. False if there is no memory.
_Bool raw_lua_open_and_close(int hook_interval);

// Reads a file into tables in a new state, as plain `lua5.4` would: creates the state, runs `prelude`, then the file. The caller
// frees it; null after an error.
raw_lua *raw_lua_read_file(const char *prelude, const char *path);

// The result of the last run or call.
int64_t raw_lua_result(const raw_lua *raw);

// The number of runs of the hook.
int64_t raw_lua_hook_count(const raw_lua *raw);

#endif
