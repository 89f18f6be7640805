parameters {
    level = env.enum("LEVEL", { "quiet", "normal" }, "loud"),
    port = env.int("PORT", "eighty"),
    choices = env.enum("LEVEL", "quiet"),
}
