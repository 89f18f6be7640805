-- environment: staging
service "a" { type = "Workshop" }
