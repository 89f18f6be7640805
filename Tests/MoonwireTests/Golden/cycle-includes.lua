include "cycle-includes/one.lua"
