include "fault-in-include/part.lua"
service "car" { type = "Car", args = { engine = ref "engin" } }
