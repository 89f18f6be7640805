-- swift: v8
inject { slot = "Dashboard.engin", value = ref "v8" }
inject { slot = "Dashbord.engine", value = ref "v8" }
inject { slot = "Dashboard.engine", value = ref "v8" }
inject { type = "Engin", value = ref "v8" }
inject { type = "Double", owner = "Dashboard", value = 1 }
inject {
    type = "Driving",
    value = null,
}
inject { protocol = "Engine", value = ref "v8" }
inject { type = "Engine", owner = "Traler", value = ref "v8" }
