if environment == "dev" then service "engine" { type = "Engine" } end
