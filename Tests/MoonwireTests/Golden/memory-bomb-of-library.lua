-- limits: 4000000 bytes
local text = string.rep("x", 100000000)
