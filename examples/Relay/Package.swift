// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
]
let moonwire: Target.Dependency = .product(name: "Moonwire", package: "moonwire")

let package = Package(
    name: "Relay",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "RelayParts", targets: ["RelayParts"]),
        .executable(name: "relay", targets: ["RelayTool"]),
    ],
    dependencies: [
        .package(name: "moonwire", path: "../.."),
        .package(name: "MoonwireRedis", path: "../../Integrations/MoonwireRedis"),
    ],
    targets: [
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .target(
            name: "RelayParts",
            dependencies: [
                "CMicroHTTPD", "CSQLite", "CCrypto", moonwire, .product(name: "LuaRuntime", package: "moonwire"),
                .product(name: "MoonwireConsole", package: "moonwire"),
                .product(name: "MoonwireObjects", package: "moonwire"),
                .product(name: "MoonwireRedis", package: "MoonwireRedis"),
            ],
            swiftSettings: strict, plugins: [.plugin(name: "MoonwireCheck", package: "moonwire")]),
        .executableTarget(
            name: "RelayTool",
            dependencies: ["RelayParts", moonwire, .product(name: "MoonwireConsole", package: "moonwire")],
            swiftSettings: strict),
        .testTarget(
            name: "RelayTests",
            dependencies: [
                "RelayParts", moonwire, .product(name: "MoonwireConsole", package: "moonwire"),
                .product(name: "MoonwireTesting", package: "moonwire"),
            ],
            exclude: ["scenarios.lua", "wiring.txt"], swiftSettings: strict),
    ]
)
