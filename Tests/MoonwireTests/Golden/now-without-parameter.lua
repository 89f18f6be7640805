parameters { brand = "Jaguar" }
local brand = param "brand"
now(brand, brand, brand)
now()
