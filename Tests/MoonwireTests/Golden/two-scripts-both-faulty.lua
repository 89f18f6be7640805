-- scripts: two-scripts-both-faulty.lua two-scripts-both-faulty/second.lua
service "a" { type = "Workshp" }
service "b" { typ = "Workshop" }
