-- What the program itself defines (see Relay.swift), for `swift package generate-exposures` and for the checks of each build.

parameters { data = "relay-data" }
