parameters { limit = 70, name = "%limti%" }
service "v8" { type = "Engine", args = { brand = "v8" } }

inject { slot = "Dashboard.engine", value = ref "v9" }
inject { slot = "Dashboard.spare", value = optional "v9" }
inject {
    slot = "Dashboard.limit",
    value = param "limits",
}
inject {
    slot = "Dashboard.title",
    value = "up to %lmit% km/h",
}
inject {
    slot = "Dashboard.driver",
    value = inline {
        type = "Car",
        args = { engine = "@v7", colour = "red", wheels = param "weels" },
    },
}
inject { slot = "Depot.box", value = 1 }
