parameters {
    a = param {},
}
