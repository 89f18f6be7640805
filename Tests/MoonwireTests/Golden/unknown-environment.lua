when("tset", function() service "a" { type = "Workshop" } end)
when("production", function() end)
