local _, refusal = pcall(require, "missing\0")
error((tostring(refusal):gsub("\0", "(zero)")), 0)
