local args = {
    brand = 4,
}

service "a" {
    type = "Engine",
    args = args,
}
local whole = { type = "Engine", args = { brand = 5 } }
service "b" (whole)
