-- scripts: missing-script.lua nowhere.lua
service "a" { type = "Workshop" }
