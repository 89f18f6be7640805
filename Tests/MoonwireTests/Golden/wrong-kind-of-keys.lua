service "type" { type = 4 }
service "args" { type = "Workshop", args = "none" }
service "factory" { factory = { "workshop" } }
service "factory number" { factory = 4 }
service "uses" { factory = function() end, uses = "a" }
service "uses element" { factory = function() end, uses = { "type", 5 } }
service "scope" { type = "Workshop", scope = 4 }
service "set" { type = "Workshop", set = 4 }
service "set element" { type = "Workshop", set = { { "title" } } }
service "call" { type = "Workshop", call = "note" }
service "call map" { type = "Workshop", call = { note = "text" } }
service "call element" { type = "Workshop", call = { "note" } }
service "configure" { type = "Workshop", configure = "fast" }
service "synthetic" { synthetic = "yes" }
