-- swift: v8
inject { type = "Engine", value = ref "v8" }
inject { type = "Engine", owner = "Dashboard", value = ref "v8" }
inject { slot = "Dashboard.engine", value = ref "v8" }
inject { slot = "Dashboard.limit", value = 1 }
inject { type = "Int", value = 2 }
inject { type = "Int", value = 3, force = true }
inject { slot = "Dashboard.limit", value = 4 }
inject { protocol = "Driving", value = null }
inject { protocol = "Driving", owner = "Dashboard", value = skip }
