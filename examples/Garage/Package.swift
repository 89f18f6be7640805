// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Garage",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "moonwire", path: "../..")],
    targets: [
        .target(
            name: "GarageParts", dependencies: [.product(name: "Moonwire", package: "moonwire")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "Garage",
            dependencies: [
                "GarageParts", .product(name: "Moonwire", package: "moonwire"),
                .product(name: "MoonwireConsole", package: "moonwire"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .testTarget(
            name: "GarageTests",
            dependencies: [
                "GarageParts", .product(name: "Moonwire", package: "moonwire"),
                .product(name: "MoonwireConsole", package: "moonwire"),
                .product(name: "MoonwireTesting", package: "moonwire"),
            ],
            exclude: ["scenarios.lua", "test.lua", "wiring.txt"],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    ]
)
