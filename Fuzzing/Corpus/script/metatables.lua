local m = { __index = function(t, k) return k end, __call = function(t, n) return n > 0 and t(n - 1) or 0 end }
m.__lt, m.__concat, m.__len = function() return true end, function() return "" end, function() return 1 << 40 end
local t = setmetatable({}, m)
return t.a .. t, t < t, t(5), pcall(table.insert, t, 1, 1), xpcall(error, function(e) return tostring(e) end, t)
