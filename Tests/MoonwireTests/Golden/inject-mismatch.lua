service "v8" { type = "Engine", args = { brand = "v8" } }
service "workshop" { type = "Workshop" }

inject { slot = "Dashboard.engine", value = ref "workshop" }
inject { slot = "Dashboard.limit", value = "much" }
inject {
    type = "Engine",
    owner = "SportDashboard",
    value = "an engine",
}
inject {
    slot = "Dashboard.trips",
    value = {
        1,
        "two",
    },
}
inject { slot = "Dashboard.driver", value = null }
inject { slot = "SportDashboard.boost", value = 1 }
