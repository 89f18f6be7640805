-- types: delivery
for number = 1, 12 do
    service("bicycle" .. number) { type = "Bicycle" }
end
service "outbox" { type = "Outbox", args = auto }
service "hub" { type = "Hub", call = { { "use", typed "Courier" } } }
