local engine = ref.engine
local brand = engine[1]
