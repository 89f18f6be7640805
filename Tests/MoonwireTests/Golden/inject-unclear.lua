inject { value = 1 }
inject { owner = "Dashboard", value = 1, force = true }
inject { slot = "Dashboard.engine" }
inject { slot = "Dashboard.engine", type = "Engine", owner = "Dashboard", value = 1 }
inject {
    type = "Engine",
    protocol = "Driving",
    value = 1,
}
