service "workshop" { type = "Workshop" }
service "car" { type = "Car", args = { engine = optional "nobody" } }
service "remote" { type = "Remote", args = { engine = lazy "nobody" } }
service "text" { type = "Settings", args = { note = optional "workshop" } }
