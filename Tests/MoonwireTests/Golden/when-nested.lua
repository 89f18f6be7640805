-- environment: test
environments { "dev", "test", "ci" }
when("test", function()
    when("dev", function() service "never" { typ = "x" } end)
    when("tst", function() end)
    when("test", function()
        service "a" { type = "Workshp" }
    end)
end)
