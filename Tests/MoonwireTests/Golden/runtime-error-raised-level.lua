local function check(port)
    if port < 1024 then error("port " .. port .. " is taken", 2) end
end

check(80)
