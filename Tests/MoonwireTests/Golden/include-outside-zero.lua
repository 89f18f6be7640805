local _, refusal = pcall(include, "missing\0.lua")
error((tostring(refusal):gsub("\0", "(zero)")), 0)
