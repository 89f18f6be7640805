parameters {
    port = env.integer("PORT", 80),
}
