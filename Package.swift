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
    name: "moonwire",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "MoonwireCore", targets: ["MoonwireValues", "MoonwireCore"])
    ],
    targets: [
        .target(name: "MoonwireValues", swiftSettings: strict),
        .target(name: "MoonwireCore", dependencies: ["MoonwireValues"], swiftSettings: strict),
        .testTarget(name: "MoonwireValuesTests", dependencies: ["MoonwireValues"], swiftSettings: strict),
        .testTarget(
            name: "MoonwireCoreTests", dependencies: ["MoonwireCore", "MoonwireValues"], swiftSettings: strict),
    ]
)
