include "../Support/Garage.swift"
