-- limits: 100000 instructions
service "a" { type = "Workshop" }
while true do
    local x = 1
end
