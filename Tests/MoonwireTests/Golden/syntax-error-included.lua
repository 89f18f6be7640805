include "syntax-error-included/part.lua"
