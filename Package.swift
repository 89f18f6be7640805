// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Locks, conditions, and atomics ask a schedule which thread continues: in debug builds, and where `scripts/schedules` builds
// its command.
let hasScheduleCommand = Context.environment["MOONWIRE_SCHEDULES"] != nil
let scheduled =
    strict + [
        hasScheduleCommand ? .define("MOONWIRE_SCHEDULES") : .define("MOONWIRE_SCHEDULES", .when(configuration: .debug))
    ]

// Optimizing what is tested matters, and optimizing the tests takes longer than that. Their types inline less of the library then: what
// is inlined in applications runs in the benchmarks and in CountTests.
let tests = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
    name: "moonwire",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Moonwire", targets: ["Moonwire"]),
        .library(name: "MoonwireObjects", targets: ["MoonwireObjects"]),
        .library(name: "LuaRuntime", targets: ["LuaRuntime"]),
        .library(name: "LuaRuntimeTesting", targets: ["LuaRuntimeTesting"]),
        .library(name: "MoonwireTesting", targets: ["MoonwireTesting"]),
        .library(name: "MoonwireConsole", targets: ["MoonwireConsole"]),
        .executable(name: "moonwire", targets: ["MoonwireTool"]),
        .executable(name: "moonwire-exposures", targets: ["MoonwireExposuresTool"]),
        .plugin(name: "GenerateExposures", targets: ["GenerateExposures"]),
        .plugin(name: "MoonwireCheck", targets: ["MoonwireCheck"]),
    ],
    traits: [
        .trait(
            name: "ServiceLifecycle",
            description: "A container is a service of swift-service-lifecycle, which is fetched only with this trait."),
        .trait(
            name: "Logging", description: "Observers write to swift-log, which is fetched only with this trait."),
        .trait(
            name: "Metrics", description: "Observers count in swift-metrics, which is fetched only with this trait."),
        .trait(
            name: "Tracing",
            description: "Builds are spans of swift-distributed-tracing, which is fetched only with this trait."),
    ],
    dependencies: [
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.1.0"),
    ],
    targets: [
        .target(name: "MoonwireSupport", swiftSettings: scheduled),
        .target(name: "MoonwireValues", dependencies: ["MoonwireSupport"], swiftSettings: strict),
        .systemLibrary(
            name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
        .target(name: "CLuaShim", dependencies: ["CLua"], cSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "LuaRuntime", dependencies: ["CLuaShim", "MoonwireSupport", "MoonwireValues"], swiftSettings: strict),
        .target(
            name: "LuaRuntimeTesting", dependencies: ["LuaRuntime", "MoonwireSupport", "MoonwireValues"],
            swiftSettings: strict),
        .target(name: "MoonwireModel", dependencies: ["MoonwireSupport", "MoonwireValues"], swiftSettings: strict),
        .target(
            name: "MoonwireCore",
            dependencies: [
                "MoonwireModel", "MoonwireSupport", "MoonwireValues",
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["ServiceLifecycle"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
                .product(
                    name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
            ],
            swiftSettings: strict),
        .target(
            name: "Moonwire", dependencies: ["LuaRuntime", "MoonwireCore", "MoonwireSupport", "MoonwireValues"],
            swiftSettings: strict),
        .target(
            name: "MoonwireObjects",
            dependencies: [
                "LuaRuntime", "Moonwire", "MoonwireCore", "MoonwireModel", "MoonwireSupport", "MoonwireValues",
            ],
            swiftSettings: strict),
        .target(
            name: "MoonwireTesting", dependencies: ["Moonwire", "MoonwireCore", "MoonwireSupport", "MoonwireValues"],
            swiftSettings: strict),
        .target(
            name: "MoonwireConsole",
            dependencies: [
                "LuaRuntime", "Moonwire", "MoonwireCore", "MoonwireObjects", "MoonwireSupport", "MoonwireValues",
            ],
            resources: [.embedInCode("Drawing/Page")], swiftSettings: strict),
        .executableTarget(name: "MoonwireTool", dependencies: ["MoonwireConsole"], swiftSettings: strict),
        .target(
            name: "MoonwireExposures",
            dependencies: ["Moonwire", "MoonwireCore", "MoonwireObjects", "MoonwireSupport", "MoonwireValues"],
            swiftSettings: strict),
        .executableTarget(
            name: "MoonwireExposuresTool", dependencies: ["MoonwireExposures"], swiftSettings: strict),
        .plugin(
            name: "GenerateExposures",
            capability: .command(
                intent: .custom(
                    verb: "generate-exposures",
                    description:
                        "Writes the exposures of types into Exposures.swift, and the keys of scripts into Keys.swift."),
                permissions: [
                    .writeToPackageDirectory(
                        reason: "It writes Exposures.swift and Keys.swift, and a description of types beside scripts.")
                ])),
        .plugin(name: "MoonwireCheck", capability: .buildTool(), dependencies: ["MoonwireTool"]),
        .testTarget(
            name: "MoonwireExposuresTests",
            dependencies: ["LuaRuntime", "Moonwire", "MoonwireExposures", "MoonwireObjects", "TestSupport"],
            exclude: ["Golden"],
            swiftSettings: tests),
        .testTarget(
            name: "LuaRuntimeTests",
            dependencies: ["LuaRuntime", "LuaRuntimeTesting", "MoonwireSupport", "MoonwireValues", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "FuzzCaseTests", dependencies: ["LuaRuntime", "Moonwire", "MoonwireConsole", "MoonwireValues"],
            path: "Fuzzing",
            exclude: ["Cases", "Command", "Corpus", "Package.swift"],
            sources: ["Targets", "CaseTests"], swiftSettings: tests),
        .testTarget(
            name: "RealGraphTests", dependencies: ["Moonwire"], path: "RealGraphs",
            exclude: ["Command", "Fixtures", "Package.swift", "Tests/shapes.json", "Tests/Golden"],
            sources: ["Graph", "Interpreter", "Recording", "Scripts", "Tests"], swiftSettings: tests),
        .testTarget(name: "MoonwireValuesTests", dependencies: ["MoonwireValues"], swiftSettings: tests),
        .testTarget(
            name: "MoonwireSupportTests", dependencies: ["MoonwireSupport", "TestSupport"], swiftSettings: tests),
        .target(
            name: "TestSupport", dependencies: ["MoonwireSupport"], path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "Schedules", dependencies: ["MoonwireCore", "MoonwireSupport", "MoonwireValues"],
            path: "Tests/Schedules",
            swiftSettings: strict),
        .testTarget(
            name: "ScheduleTests", dependencies: ["MoonwireCore", "MoonwireSupport", "Schedules"],
            path: "Tests/ScheduleTests",
            swiftSettings: tests),
        .executableTarget(
            name: "PreferenceProcess", dependencies: ["MoonwireCore", "MoonwireValues"],
            path: "Tests/PreferenceProcess", swiftSettings: strict),
        // Slots of which the runtime knows nothing.
        .target(
            name: "HiddenSlots", dependencies: ["MoonwireCore"], path: "Tests/HiddenSlots",
            swiftSettings: strict + [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])]),
        // What the tests of the model and of the container describe.
        .target(
            name: "ModelFixtures", dependencies: ["MoonwireModel", "MoonwireValues"], path: "Tests/ModelFixtures",
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(
            name: "MoonwireModelTests",
            dependencies: ["ModelFixtures", "MoonwireModel", "MoonwireSupport", "MoonwireValues", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "MoonwireCoreTests",
            dependencies: [
                "HiddenSlots", "ModelFixtures", "MoonwireCore", "MoonwireSupport", "MoonwireValues", "TestSupport",
            ],
            exclude: ["Golden"],
            swiftSettings: tests),
        .testTarget(
            name: "MoonwireTestingTests",
            dependencies: [
                "Moonwire", "MoonwireCore", "MoonwireSupport", "MoonwireTesting", "MoonwireValues", "TestSupport",
            ],
            swiftSettings: tests),
        // The types of the example, for the transcripts of the guides.
        .target(
            name: "GarageExample", dependencies: ["Moonwire"], path: "examples/Garage/Sources/GarageParts",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .testTarget(
            name: "MoonwireConsoleTests",
            dependencies: [
                "GarageExample", "LuaRuntime", "Moonwire", "MoonwireConsole", "MoonwireCore", "MoonwireSupport",
                "TestSupport",
            ],
            exclude: ["Golden"],
            swiftSettings: tests),
        .testTarget(
            name: "MoonwireTests",
            dependencies: [
                "HiddenSlots", "LuaRuntime", "LuaRuntimeTesting", "Moonwire", "MoonwireSupport", "MoonwireTesting",
                "TestSupport",
            ],
            exclude: ["Golden"],
            swiftSettings: tests),
        // What the projects did that Moonwire succeeds, one test for each entry of Documentation/Predecessors.md.
        .testTarget(
            name: "PredecessorTests",
            dependencies: [
                "LuaRuntime", "Moonwire", "MoonwireObjects", "MoonwireSupport", "MoonwireTesting", "TestSupport",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "MoonwireObjectsTests",
            dependencies: [
                "LuaRuntime", "Moonwire", "MoonwireObjects", "MoonwireSupport", "MoonwireTesting", "TestSupport",
            ],
            exclude: ["Mistakes/mistakes.txt"], swiftSettings: tests),
        // In a target of the kind that Xcode creates for applications.
        .testTarget(
            name: "MainActorObjectsTests", dependencies: ["Moonwire", "MoonwireObjects"],
            swiftSettings: tests + [.defaultIsolation(MainActor.self)]),
        // Asks Swift's runtime what an operation allocates and retains.
        .target(name: "Counting", path: "Tests/Counting", cSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "CountTests", dependencies: ["Counting", "LuaRuntime", "Moonwire", "TestSupport"],
            exclude: ["Golden"],
            swiftSettings: strict),
        .testTarget(
            name: "GuideTests",
            dependencies: ["LuaRuntime", "Moonwire", "MoonwireConsole", "MoonwireObjects", "MoonwireTesting"],
            exclude: ["wiring.txt"], swiftSettings: tests),
        // The same files, in a target of the kind that Xcode creates for applications.
        .testTarget(
            name: "MainActorGuideTests",
            dependencies: ["LuaRuntime", "Moonwire", "MoonwireConsole", "MoonwireObjects", "MoonwireTesting"],
            exclude: ["CoverageTests.swift", "GlossaryTests.swift", "ObjectsGuideTests.swift", "wiring.txt"],
            swiftSettings: tests + [.defaultIsolation(MainActor.self)]),
    ]
)

if hasScheduleCommand {
    package.targets.append(
        .executableTarget(
            name: "ScheduleCommand", dependencies: ["Schedules"], path: "Tests/ScheduleCommand",
            swiftSettings: strict))
}

// `scripts/hardlua` and the sanitizers of `.ci/run` build only the tests that concern them.
if let names = Context.environment["MOONWIRE_TESTS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
    // Commands take long to compile, and most tests do not run them.
    if Set(names).isDisjoint(with: ["FuzzCaseTests", "MoonwireConsoleTests", "MoonwireExposuresTests"]) {
        let commands = [
            "MoonwireConsole", "MoonwireTool", "MoonwireExposures", "MoonwireExposuresTool", "GarageExample",
        ]
        package.targets.removeAll { commands.contains($0.name) }
        package.products.removeAll { ["MoonwireConsole", "moonwire", "moonwire-exposures"].contains($0.name) }
    }
}

// The tools of plugins are compiled with modules of their own, which the tests of the package do not need.
if Context.environment["MOONWIRE_TESTS"] != nil || Context.environment["MOONWIRE_WITHOUT_PLUGINS"] != nil {
    package.targets.removeAll { $0.type == .plugin }
    package.products.removeAll { $0 is Product.Plugin }
}

// What the guides show is the same in each configuration: `.ci/run` tests it once.
if Context.environment["MOONWIRE_WITHOUT_GUIDES"] != nil {
    package.targets.removeAll { $0.name.hasSuffix("GuideTests") }
}
