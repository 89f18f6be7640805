-- env: PASSWORD=hunter2
parameters { password = env.secret "PASSWORD" }
local password = now(param "password")
