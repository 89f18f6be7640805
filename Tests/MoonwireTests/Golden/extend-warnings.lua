service "engine" { type = "Engine", args = { "a" } }
extend "engine" { args = {} }
extend "engine" { tags = "fast" }
service "engine" { type = "Engine", args = { "b" } }
default_service "spare" { type = "Engine", args = { "c" } }
extend "spare" { tags = "fast" }
service "spare" { type = "Engine", args = { "d" } }
service "old" { type = "Engine", args = { "e" }, deprecated = "worn" }
service "older" { type = "Engine", args = { "f" }, deprecated = "worn" }
extend "old" { deprecated = false }
service "car" { type = "Car", args = { engine = ref "old" } }
service "coach" { type = "Car", args = { engine = ref "older" } }
service "lone" { type = "Engine", args = { "g" } }
extend "lone" {}
