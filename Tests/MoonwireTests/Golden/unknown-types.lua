service "none" { type = "Zeppelin" }
service "near" { type = "North.Depo" }
service "south" { type = "South.Depot" }
service "pump" { type = "Pump", args = { presure = 3 } }
