local function reference(id)
    return ref(id)
end
service "a" {
    factory = function(args) return args end,
    args = {
        reference "a ref",
        reference(nil),
    },
}
