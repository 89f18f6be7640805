// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// The tests of the root package compile the same sources.
let package = Package(
    name: "real-graphs",
    platforms: [.macOS(.v15)],
    products: [.library(name: "RealGraphs", targets: ["RealGraphs"])],
    dependencies: [.package(name: "moonwire", path: "..")],
    targets: [
        .target(
            name: "RealGraphs", dependencies: [.product(name: "Moonwire", package: "moonwire")], path: ".",
            exclude: ["Command", "Fixtures", "Tests"],
            sources: ["Graph", "Interpreter", "Recording", "Scripts"], swiftSettings: strict),
        .executableTarget(
            name: "generate-scripts", dependencies: ["RealGraphs"], path: "Command", swiftSettings: strict),
    ]
)
