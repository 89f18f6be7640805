preferences "Settings" {
    nickname = { default = "tester" },
}
