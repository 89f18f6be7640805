-- env: PORT=abc
-- env: DEBUG=perhaps
-- env: JSON={
-- env: LEVEL=loud
parameters {
    port = env.int("PORT", 80),
    debug = env.bool("DEBUG", false),
    json = env.json("JSON"),
    level = env.enum("LEVEL", { "quiet", "normal" }, "normal"),
    file = env.file("LEVEL"),
}
