-- The wiring of the garage. Edit it and run again: nothing is compiled.

parameters {
    car_factory        = { class = "CarFactory" },     -- also available as "car_factory.class"
    spark_plug_factory = "@a_spark_plug_factory",      -- a parameter may be a reference
    brand              = "INGENIUM",
    city               = "Coventry",
    plate              = "%brand% of %city%, 100%% British",
    showroom           = "closed",                     -- the application sets it after the load
}

service "car_factory" { type = "%car_factory.class%" }

service "engine_factory" {
    type = "EngineFactory",
    args = { sparkPlugFactory = "%spark_plug_factory%" },
}

service "a_spark_plug_factory" { type = "EngineSparkPlugFactory" }

service "ingenium" {
    factory = { ref "engine_factory", "engine" },
    args    = { brand = param "brand", cylinders = 4 },
    scope   = "transient",
}

service "jaguar" {
    factory = { ref "car_factory", "car" },
    args    = { config = { brand = "Jaguar", wheels = 4 }, engine = ref "ingenium" },
    scope   = "transient",
}

service "dealer" {
    type = "Dealer",
    args = {
        showroom = "%showroom%",
        plate    = "%plate%",
        handle   = "@@garage",               -- a string that begins with one @
        valet    = "@?valet",                -- nil unless a valet is defined
    },
}
