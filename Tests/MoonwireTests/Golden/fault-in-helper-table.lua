local function options(brand)
    return {
        brand = brand,
        cylindres = 4,
    }
end

service "a" {
    type = "Engine",
    args = options "Jaguar",
}
