parameters()
service "a" (nil)
local engine = inline()
