service "car" { type = "Car", args = { engine = inline { type = "Engine",
    args = { brand = "@nobody",
        cylinders = "%missing%" } }, trailer = inline { type = "Car",
    args = { engine = inline { type = "Engine", args = { brand = 4 } },
        wheels = "x" } } } }
