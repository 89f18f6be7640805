service "engine"
service "car" { type = "Workshop" }
local later = service "later"
