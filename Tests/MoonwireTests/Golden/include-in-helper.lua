local function part(name)
    include("include-in-helper/" .. name .. ".lua")
end
part "engine"
part "motor"
