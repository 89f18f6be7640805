parameters = { brand = "INGENIUM" }
parameters { city = "Coventry" }
Engine = nil
string = {}
env = nil
local words = { service = service }
function service(id) return words.service(id) end
