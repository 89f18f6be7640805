local function volume(group, default)
    preferences(group) {
        volume = { default = default, max = 10 },
    }
end

volume("Music", 5)
volume("Films", 11)
