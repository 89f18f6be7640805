service "depot" {
    type = "Depot",
}
service "north" { type = "MoonwireTests.North.Depot" }
