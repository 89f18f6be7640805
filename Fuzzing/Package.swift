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
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "moonwire", path: "..")],
    targets: [
        .target(
            name: "FuzzTargets",
            dependencies: [
                .product(name: "LuaRuntime", package: "moonwire"), .product(name: "Moonwire", package: "moonwire"),
                .product(name: "MoonwireConsole", package: "moonwire"),
            ], path: "Targets",
            swiftSettings: strict),
        .executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], path: "Command", swiftSettings: strict),
    ]
)
