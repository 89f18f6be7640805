-- scripts: inject-layers.lua inject-layers/test.lua
-- swift: v8
inject { slot = "Dashboard.engine", value = ref "v8" }
inject { type = "Int", value = 2 }
