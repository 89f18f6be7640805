-- Fields of a word are ids: what is misspelled has the line on which it stands.
service "engine" { type = "Engine", args = { "Jaguar" } }
service "car" {
    factory = function() end,
    args = {
        ref.engin,
        lazy.engin,
        provider["mail.engine"]
        , optional.engin,
        map = {
            deep = { ref.engin },
        },
        ref.last
    },
    uses = {
        ref.engin,
        ref.engim,
    },
    tags = { { "tag", held = ref.engin } },
    set = {
        { "engine", ref.engin },
    },
}
service "child" { parent = ref.engin }
service "made" {
    factory = { ref.engin, "engine" },
}
alias "motor" (ref.engin)
decorate(ref.engin) { factory = function() end }
hook.created(ref.engin, function() end)
parameters {
    engine = ref.engin,
    engines = {
        ref.engine,
        ref.engin,
    },
}
inject {
    slot = "Dashboard.engine",
    value = ref.engin,
}
inject {
    slot = "Dashboard.driver",
    value = inline {
        type = "Car",
        args = {
            engine = inline {
                factory = function() end,
                args = {
                    ref.engin,
                },
            },
        },
    },
}
local engine = ref.engin
service "used" {
    factory = function() end,
    args = { engine = engine },
}
