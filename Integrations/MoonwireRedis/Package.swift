// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
// On Debian, the compiler finds the library by itself, and SwiftPM warns of a flag in its description for pkg-config.
#if os(Linux)
    let description: String? = nil
#else
    let description: String? = "hiredis"
#endif
let moonwire: Target.Dependency = .product(name: "Moonwire", package: "moonwire")

let package = Package(
    name: "MoonwireRedis",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "MoonwireRedis", targets: ["MoonwireRedis"]),
        .executable(name: "fleet", targets: ["Fleet"]),
    ],
    dependencies: [.package(name: "moonwire", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CHiredis", pkgConfig: description, providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]),
        .target(name: "MoonwireRedis", dependencies: ["CHiredis", moonwire], swiftSettings: strict),
        // A process that uses preferences beside others: for the tests, and for `scripts/demo fleet`.
        .executableTarget(name: "Fleet", dependencies: ["MoonwireRedis", moonwire], swiftSettings: strict),
        .testTarget(
            name: "MoonwireRedisTests",
            dependencies: [
                "Fleet", "MoonwireRedis", moonwire, .product(name: "MoonwireTesting", package: "moonwire"),
            ],
            swiftSettings: strict),
    ]
)
