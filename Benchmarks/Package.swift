// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "moonwire", path: ".."), .package(name: "Almanac", path: "../examples/Almanac"),
        .package(name: "real-graphs", path: "../RealGraphs"),
    ],
    targets: [
        .systemLibrary(
            name: "SystemLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
        .target(
            name: "RawLua", dependencies: ["SystemLua"], cSettings: [.treatAllWarnings(as: .error)]),
        .systemLibrary(
            name: "SystemCMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
        .executableTarget(
            name: "bench",
            dependencies: [
                .product(name: "Moonwire", package: "moonwire"), .product(name: "LuaRuntime", package: "moonwire"),
                .product(name: "MoonwireConsole", package: "moonwire"),
                .product(name: "MoonwireObjects", package: "moonwire"),
                .product(name: "AlmanacParts", package: "Almanac"),
                .product(name: "RealGraphs", package: "real-graphs"), "RawLua", "SystemCMark",
            ],
            swiftSettings: strict),
    ]
)
