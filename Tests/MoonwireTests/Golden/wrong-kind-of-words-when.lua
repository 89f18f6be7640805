when("dev", { "not a function" })
