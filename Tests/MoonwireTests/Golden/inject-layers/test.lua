inject { slot = "Dashboard.engine", value = ref "v8" }
inject { slot = "Dashboard.limit", value = 1 }
