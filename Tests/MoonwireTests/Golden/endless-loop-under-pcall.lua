-- limits: 100000 instructions
pcall(function()
    while true do end
end)
service "never" { type = "Nobody" }
