dofile("parts.lua")
