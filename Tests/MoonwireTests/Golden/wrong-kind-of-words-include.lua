include { "a.lua" }
