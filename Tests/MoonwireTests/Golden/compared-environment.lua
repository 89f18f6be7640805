if env == "dev" then
    service "engine" { type = "Engine", args = { brand = "Jaguar" } }
end
local isProduction = "prod" ~= env
