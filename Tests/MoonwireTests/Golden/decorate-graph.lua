service "engine" { type = "Engine", args = { brand = "x" } }
service "base" { abstract = true, type = "Engine" }
service "taken.inner" { type = "Engine", args = { brand = "y" } }
service "taken" { type = "Engine", args = { brand = "z" } }

decorate "engin" { type = "Tuned", args = { inner = inner, mark = "!" } }
decorate "base" { type = "Tuned", args = { inner = inner, mark = "!" } }
decorate "taken" { type = "Tuned", args = { inner = inner, mark = "!" } }
decorate "engine" { type = "Tuned", args = { inner = inner, mark = "!" }, id = "taken" }

service "car" { type = "Car", args = {
    engine = inner,
    wheels = 4,
} }
inject { slot = "Dashboard.engine", value = inner }
