-- resolve: four
local function engine(brand)
    return Engine { brand = brand }
end

service "four" (function()
    local four = engine(4)
    return four
end)
