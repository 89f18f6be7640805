include "include-outside-symlink/out.lua"
