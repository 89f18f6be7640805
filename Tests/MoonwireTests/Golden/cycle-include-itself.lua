service "one" { type = "Workshop" }
when("dev", function()
    include "cycle-include-itself.lua"
end)
