local cars = nil
local first = cars.first
