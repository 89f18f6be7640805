parameters {
    host = localhost,
    port = 25,
}
