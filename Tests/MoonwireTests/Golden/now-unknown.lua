parameters { port = 80, host = ref "x" }
local a = now(param "port")
local b = now(param "prot")
