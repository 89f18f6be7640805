-- limits: 100000 instructions
when("dev", function()
    while true do end
end)
