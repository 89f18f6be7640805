-- What the program itself defines (see Job.swift), for `swift package generate-exposures` and for the checks of each build.

parameters { folder = ".", output = "site", home = "." }

service "log" { type = "BuildLog", synthetic = true }
