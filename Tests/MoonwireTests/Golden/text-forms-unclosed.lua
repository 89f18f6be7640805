parameters {
    smtp = { host = "mail", port = 25 },
    url = "smtp://%smtp.host",
    link = {
        "%%smtp.host", "%smtp.hosts", "%url%/%host", "100%", "50% off", "%d of %d", "100%host", raw "%url",
    },
}
service "engine" {
    type = "Engine",
    args = {
        brand = "%host, and %smtp.port.",
    },
}
service "car" { type = "Car", args = { engine = ref "engine", trailer = { "a %later.on b %smtp", "%smtps" } } }
service "truck" { type = "%class", args = { engine = ref "engine" } }
local function helper(id) service(id) { type = "Engine", args = { brand = "%host" } } end
helper "helped"
parameters { host = "h", later = "l", class = "Car" }
