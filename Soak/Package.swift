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
    name: "soak",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "moonwire", path: "..")],
    targets: [
        .executableTarget(
            name: "soak",
            dependencies: [
                .product(name: "Moonwire", package: "moonwire"), .product(name: "LuaRuntime", package: "moonwire"),
            ],
            swiftSettings: strict)
    ]
)
