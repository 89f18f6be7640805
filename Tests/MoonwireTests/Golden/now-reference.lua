parameters { host = lazy "x" }
local b = now(param "host")
