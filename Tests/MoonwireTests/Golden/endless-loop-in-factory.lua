-- limits: 100000 instructions
-- resolve: a
service "a" (function(c)
    while true do end
end)
