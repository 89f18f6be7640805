-- limits: 4000000 bytes
local text = "x"
while true do
    text = text .. text
end
