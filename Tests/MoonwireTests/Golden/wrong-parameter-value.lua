parameters {
    brand = 4,
    ports = { http = "eighty" },
}
service "engine" {
    type = "Engine",
    args = {
        brand = param "brand",
        cylinders = "%ports.http%",
    },
}
