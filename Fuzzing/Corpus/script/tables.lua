local t = { 1, 2, x = "y", [2.5] = {} }
for k, v in pairs(t) do t[k] = v end
table.sort({ 3, 1, 2 }, function(a, b) return a < b end)
return table.concat({ 1, 2 }, ","), select("#", table.unpack(t)), #t
