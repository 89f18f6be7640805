#ifndef CLUASHIM_H
#define CLUASHIM_H

/* What Swift sees of Lua. No function that these headers declare raises a Lua error, so no jump passes Swift.

   The comment of each function ends with its contract:

   - The free slots that it needs on the stack it is given, results included, and by how many it changes the top. "No stack" means
     that it neither needs nor changes one.
   - Whether it may allocate memory. Memory of the interpreter is always granted while the host runs; where the process has none
     left, it ends. An allocation of the interpreter may collect garbage, which never runs code of a script or of the host.
   - Who may call it: "lock held" is a thread that has entered the interpreter; "any thread" needs no lock; "takes the lock" and
     "gives the lock up" are the ways in and out; "nobody inside" is for the one owner of an interpreter that no thread has
     entered.

   `scripts/lint assertions` compares the last part with the code: exactly the functions that need the lock assert it. */

#include "CLuaTypes.h"

#include "CLuaGate.h"

#include "CLuaInterpreter.h"

#include "CLuaStack.h"

#include "CLuaObjects.h"

#include "CLuaParallel.h"

#endif
