service "engine" { type: "Engine", args: { brand: "Jaguar" } }
