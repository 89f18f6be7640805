// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
]
let moonwire: Target.Dependency = .product(name: "Moonwire", package: "moonwire")

let package = Package(
    name: "Almanac",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AlmanacParts", targets: ["AlmanacParts"]),
        .executable(name: "almanac", targets: ["AlmanacTool"]),
    ],
    dependencies: [.package(name: "moonwire", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
        .target(
            name: "AlmanacParts",
            dependencies: [
                "CMark", moonwire, .product(name: "LuaRuntime", package: "moonwire"),
                .product(name: "MoonwireObjects", package: "moonwire"),
            ],
            swiftSettings: strict, plugins: [.plugin(name: "MoonwireCheck", package: "moonwire")]),
        .executableTarget(
            name: "AlmanacTool",
            dependencies: ["AlmanacParts", moonwire, .product(name: "MoonwireConsole", package: "moonwire")],
            swiftSettings: strict),
        .testTarget(
            name: "AlmanacTests",
            dependencies: [
                "AlmanacParts", moonwire, .product(name: "MoonwireConsole", package: "moonwire"),
                .product(name: "MoonwireTesting", package: "moonwire"),
            ],
            exclude: ["wiring.txt"], swiftSettings: strict),
    ]
)
