include "latin-1/part.lua"
