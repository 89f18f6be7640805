-- scripts: defined-in-two-layers.lua defined-in-two-layers/test.lua
-- swift: engine
-- resolve: engine
service "engine" { type = "Engine", args = { "Jaguar" } }
