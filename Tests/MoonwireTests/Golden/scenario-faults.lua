service "engine" { type = "Engine", args = { "Rover" } }
service "car" { type = "Car", args = { engine = ref.engine, trailer = null } }
service "base" { abstract = true, type = "Engine" }
alias "motor" "engine"
parameters { brand = "Rover" }
scenario "names" {
    replace = {
        engin = { type = "Engine", args = { "Jaguar" } },
        motor = { type = "Engine", args = { "Jaguar" } },
        base = function() return 1 end,
    },
    parameters = {
        brnad = "Jaguar",
    },
    live = { "car",
        "cra" },
    builds = {
        ["motr"] = 1,
    },
    fail = {
        carr = "no fuel",
    },
}
scenario "types" {
    replace = {
        engine = {
            type = "Engin",
        },
        car = {
            type = "Car",
            args = {
                engin = ref.engine,
                engine = ref.engne,
                wheels = "four",
                trailer = "%trailer%",
            },
        },
    },
    live = { "engine" },
}
scenario "auto" { replace = { car = { type = "Cra", args = auto } } }
scenario "types" { replace = { engine = { type = "Engine", args = { brand = "%brand%" } } } }
local function declare(name)
    scenario(name) { live = { "tyre" } }
end
declare "helper"
