inject { slot = "Dashboard.engine", valeu = ref "v8" }
inject { slot = "engine", value = 1 }
inject { slot = 3, value = 1 }
inject { type = "", value = 1 }
inject { protocol = true, value = 1 }
inject { type = "Engine", owner = {}, value = 1 }
inject { type = "Int", value = 1, force = "yes" }
inject { "Engine", value = 1 }
inject "Dashboard.engine"
