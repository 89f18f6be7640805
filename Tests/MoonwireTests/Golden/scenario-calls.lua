service "engine" { type = "Engine", args = { "Rover" } }
scenario "surplus" ({ live = false }, 1)
scenario("two", "names") { live = false }
scenario "" {}
