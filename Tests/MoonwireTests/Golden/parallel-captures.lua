local count, cache, engine = 0, {}, ref "engine"
local function add(n)
    count = count + n
end
local run, each = coroutine.create(print), ipairs {}
service "engine" { type = "Engine", args = { "x" } }
parallel(function()
    count = count + 1
end)
parallel(function() add(1) end)
parallel(function(key) cache[key] = true end)
parallel(function() return engine end)
parallel(function() return coroutine.status(run) end)
parallel(function() return each end)
parallel(function() return math.max(1, 2), Engine { brand = "x" } end)
service "other" { type = "Engine", args = { engine } }
parallel(function() glob = 1 end)
parallel(function()
    local function set()
        print = nil
    end
end)
