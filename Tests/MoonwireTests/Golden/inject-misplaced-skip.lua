service "v8" {
    type = "Engine",
    args = {
        brand = skip,
    },
}
parameters { name = { "a", skip } }
inject { slot = "Dashboard.trips", value = { 1, skip } }
now(skip)
