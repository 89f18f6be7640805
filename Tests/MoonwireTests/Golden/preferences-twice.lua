-- scripts: preferences-twice.lua preferences-twice/test.lua
preferences "Settings" { volume = { default = 5 }, nickname = { default = "a" } }
preferences "Settings" { volume = { default = 6 } }
