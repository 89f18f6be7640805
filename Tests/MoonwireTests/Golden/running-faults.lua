service "plain" { type = "Engine", args = { brand = "a" } }
service "function" { type = "Engine", args = { brand = "a" }, run = function() end }
service "false" { type = "Engine", args = { brand = "a" }, run = false }
service "policy" { type = "Engine", args = { brand = "a" }, run = true, on_return = "restrat", on_failure = 5 }
service "missing" { type = "Engine", args = { brand = "a" }, run = "serve" }
service "transient" { type = "Engine", args = { brand = "a" }, run = true, scope = "transient" }
service "ready" { type = "Engine", args = { brand = "a" }, ready = "isReady" }
service "returns" { type = "Engine", args = { brand = "a" }, start = "run", on_return = "ignore", on_failure = "ignore" }
service "unstarted" { type = "Engine", args = { brand = "a" }, after = { "plain" } }
service "unknown" { type = "Engine", args = { brand = "a" }, eager = true, after = { "plian", "plain", 5 } }
service "known" { type = "Engine", args = { brand = "a" }, eager = true, after = { "plian", "plain" } }
service "later" { type = "Engine", args = { brand = "a" }, eager = true, after = { "function" } }
