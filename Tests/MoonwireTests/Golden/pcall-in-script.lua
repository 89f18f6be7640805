local ok, message = pcall(function() return nothing end)
parameters { message = "@@" .. tostring(message) }
service "a" { type = "Settings", args = { port = param "message" } }
