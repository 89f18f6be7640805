service "engine" { type = "Engine" }
extend "engine" (function() end)
extend "engine" { parent = "given", synthetic = true, arg = {} }
extend "engine"
extend { args = {} }
