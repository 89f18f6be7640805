-- The tests override container.lua with this: another spark-plug factory, and hooks that record builds.

parameters { brand = "TEST" }

service "a_spark_plug_factory" (function() return EngineSparkPlugFactory { perCylinder = 2 } end)

hook.created("ingenium", function(engine, info) info.get("ledger"):note(engine.brand) end)
hook.created("dealer", function() error "no test of cars needs a dealer" end)
