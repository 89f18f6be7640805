parameters { size = 1 }
service "engine" { type = "Engine", args = { brand = "usual" } }
inject { type = "Engine", value = ref "engine" }
when("dev", function()
    parameters { size = 2 }
    service "engine" { type = "Engine", args = { brand = "of dev" } }
    inject { type = "Engine", value = ref "engine" }
end)
service "engine" { type = "Engine", args = { brand = "again" } }
when("dev", function()
    service "twice" { type = "Engine", args = { brand = "one" } }
    service "twice" { type = "Engine", args = { brand = "two" } }
end)
