local t, fs = {}, {}
local close = setmetatable({}, { __close = function() end })
local function each() return next, { 1, 2 }, nil, close end
for k in pairs(t) do fs[#fs + 1] = function() return k end break end
local function set(a, b) t[a and b] = true t[(a or b)] = a << 1 | (b and 4 or 0) end
for i = 1, 3 do
    if i > 1 then goto continue end
    do local x = i fs[i] = function() return x end end
    ::continue::
end
for k in each() do if k then break end end
