parameters {
    first = "%second%",
    second = {
        third = param "fourth",
    },
    fourth = "over %first% to itself",
    alone = "x%alone%",
}
