service "number" { type = "Engine", args = { brand = "a" }, handover = 7 }
service "missing" { type = "Engine", args = { brand = "a" }, handover = "receive" }
service "plain" { type = "Engine", args = { brand = "a" }, handover = "describe" }
service "transient" { type = "Engine", args = { brand = "a" }, scope = "transient", handover = function() end }
service "value" { type = "Point", args = { x = 1, y = 2 }, handover = function() end }
service "supplied" { synthetic = true, type = "Engine", handover = function() end }
