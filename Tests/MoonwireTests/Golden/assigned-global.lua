local fine = 1
helper = function() return 1 end
function other() return 2 end
service "engine" { type = "Engine", args = { "Jaguar", helper() } }
