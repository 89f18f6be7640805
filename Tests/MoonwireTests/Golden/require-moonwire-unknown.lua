local moonwire = require "moonwire"
local r = moonwire.reff
r "x"
