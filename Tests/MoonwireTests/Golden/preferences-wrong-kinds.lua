preferences "Settings" {
    nickname = "Anonymous",
    volume = { defualt = 5 },
    size = { min = 1 },
    hint = { default = null },
    colour = {
        default = "red",
        one_of = "red",
    },
    limit = { default = ref "limit", max = {} },
    even = { default = 2, check = "even" },
    home = { default = "/", key = "", store = 3, from = true },
    ["odd name"] = { default = 1 },
    list = { default = { 1, print } },
    5,
}
preferences "" { a = { default = 1 } }
