--[[ a comment
over lines { with = braces ]]
service "settings" {
    type = "Settings", -- host = { 
    args = {
        note = [[
            a long text {
        ]],
        host = "a \
b {", -- }
        --[==[ port = 4 ]==]
        port = "x",
    },
}
