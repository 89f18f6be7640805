local y = ref.engine
local x = ref[1]
