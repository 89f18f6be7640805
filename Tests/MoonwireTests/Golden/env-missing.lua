parameters {
    port = env.int("PORT"),
    host = env.string "HOST",
}
