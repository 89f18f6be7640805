service "a" { factory = function(args) return args end, args = { ref "b" } }
service "b" {
    factory = function(args) return args end,
    args = {
        c = ref "c",
    },
}
service "c" { factory = function(args) return args end, args = { { deep = "@a" } } }
service "self" { factory = function(args) return args end, args = { "@self" } }
