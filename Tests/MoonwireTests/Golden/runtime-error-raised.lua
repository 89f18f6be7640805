local function check(port)
    if port < 1024 then
        error("port " .. port .. " is taken")
    end
end
check(80)
