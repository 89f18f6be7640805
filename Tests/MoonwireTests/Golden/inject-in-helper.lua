local function give(slot, value)
    inject { slot = slot, value = value }
end
give("Dashboard.engine", ref "v9")
give("Dashboard", 1)
