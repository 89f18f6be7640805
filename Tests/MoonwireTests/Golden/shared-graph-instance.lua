service "tape" { type = "Tape", scope = "graph" }
service "left" { type = "Deck", args = { ref "tape" } }
service "right" { type = "Deck", args = { ref "tape" } }
service "console" { type = "Mixer", args = { ref "left", ref "right" } }
service "own" { type = "Tape", scope = "graph" }
service "deck" { type = "Deck", args = { ref "own" } }
service "session" { type = "Session", args = { ref "own", ref "deck" }, scope = "transient" }
