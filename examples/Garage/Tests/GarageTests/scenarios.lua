-- Wirings for tests, which name them: @Test(.wiring(…, scenario: "two cars"))

scenario "two cars" {
    live    = { "jaguar", "car_factory", "ingenium", "engine_factory" },
    replace = { a_spark_plug_factory = { type = "EngineSparkPlugFactory", args = { perCylinder = 2 } } },
    builds  = { jaguar = 2, ingenium = 2, engine_factory = 1 },
}

scenario "the second engine is missing" {
    fail = { ingenium = { at = 2, message = "no steel" } },
}
