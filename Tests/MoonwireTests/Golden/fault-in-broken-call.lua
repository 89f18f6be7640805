service
    "engine"
{
    type = "Engine",
    args = {
        brand = 4,
    },
}

service "other"
{
    type = "Engine",
    args =
    {
        brand =
            5,
    },
}

parameters
{
    port = "%prt%",
}
