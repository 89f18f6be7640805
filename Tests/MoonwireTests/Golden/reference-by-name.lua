-- Fields of a word are ids: what is misspelt has the line on which it stands.
service "engine" { type = "Engine", args = { "Jaguar" } }
service "car" {
    factory = function() end,
    args = {
        ref.engin,
        lazy.engin,
        provider["mail.engine"],
        optional.engin,
        map = { deep = ref.engin },
    },
    uses = { ref.engin },
}
service "child" { parent = ref.engin }
alias "motor" (ref.engin)
decorate(ref.engin) { factory = function() end }
hook.created(ref.engin, function() end)
