-- environment: staging
-- resolve: a
environments { "dev", "staging" }
when("staging", function() service "a" { type = "Workshop" } end)
when("test", function() end)
