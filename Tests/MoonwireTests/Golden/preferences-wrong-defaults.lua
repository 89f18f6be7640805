local function even(value)
    return value % 2 == 0, "it must be even"
end

preferences "Settings" {
    volume = { default = 11, min = 0, max = 10 },
    loud = { default = -1, min = 0 },
    quiet = { default = 0.5, max = 0.25 },
    colour = { default = "blue", one_of = { "red", "green" } },
    kind = { default = 1, one_of = { 1, "two" } },
    none = { default = 1, one_of = {} },
    name = { default = "x", min = 1 },
    crossed = { default = 1, min = 2, max = 0 },
    step = { default = 1, max = 1.5 },
    odd = { default = 3, check = even },
    silent = {
        default = 3,
        check = function(value) return value > 3 end,
    },
    broken = { default = "x", check = function(value) return value.size.width end },
    named = { default = "Zoe", check = function(value) return value:match("^A") end },
    list = { default = { 1, null } },
}
