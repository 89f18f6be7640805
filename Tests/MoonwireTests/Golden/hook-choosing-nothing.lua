service "engine" { type = "Engine", args = { "a" } }
service "fresh" { type = "Engine", args = { "b" }, scope = "transient" }
parameters { smtp = { host = "h" } }

hook.created("engin?s", function() end)
hook.created("type:Moter", function() end)
hook.created("type:Engin", function() end)
hook.failed("tag:car", function() end)
hook.parameter("http.*", function() end)
hook.released("fresh", function() end)
