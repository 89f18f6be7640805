preferences "Settings" {
    volume = { default = 5, key = "volume" },
    loudness = { default = 5, key = "volume" },
    nickname = { default = "x", from = "Settings.nickname" },
    city = { default = "x", from = "town" },
}
preferences "Audio" {
    volume = {
        default = 5,
        from = "volume",
    },
    town = { default = "x", from = "town" },
    gain = { default = 1, store = "defualt" },
    bass = { default = 1, store = "cloud" },
}
