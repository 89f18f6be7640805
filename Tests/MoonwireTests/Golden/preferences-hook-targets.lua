preferences "Settings" { volume = { default = 5 } }
hook.preference("Settings.volume", function() end)
hook.preference("Settings.volmue", function() end)
hook.preference("Audio.*", function() end)
