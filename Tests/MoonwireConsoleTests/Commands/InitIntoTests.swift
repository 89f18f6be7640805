import Foundation
import MoonwireConsole
import Testing

/// Packages to which Moonwire is added.
@Suite(.enabled(if: installedProgram("swift") != nil)) struct InitIntoTests {
    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "Old",
            targets: [
                .executableTarget(name: "Old"),
                .testTarget(name: "OldTests", dependencies: ["Old"]),
            ]
        )

        """

    private func package(_ manifest: String = manifest, swift: String? = nil) throws -> Initializing {
        try Initializing(
            [
                "Old/Package.swift": manifest, "Old/Sources/Old/main.swift": "print(1)",
                "Old/Tests/OldTests/OldTests.swift": "",
            ], swift: swift)
    }

    @Test func packageGetsFilesAndDependencies() throws {
        let place = try package()
        let added = place.run(into: "Old")
        #expect(
            added.output == """
                wrote container.lua
                wrote Sources/Old/Wiring.swift
                wrote .github/workflows/ci.yml
                wrote Tests/OldTests/WiringTests.swift
                wrote library/moonwire.lua
                wrote .luarc.json
                wrote .luacheckrc
                edited Package.swift
                on macOS, Moonwire requires `platforms: [.macOS(.v15)]` in Package.swift
                """)
        #expect(added.complaints.isEmpty)
        let manifest = try place.text(of: "Old/Package.swift")
        #expect(manifest.contains(".package(path: \"../Moonwire\")"))
        #expect(manifest.contains(".product(name: \"Moonwire\", package: \"moonwire\")"))
        #expect(manifest.contains(".product(name: \"MoonwireTesting\", package: \"moonwire\")"))

        let again = place.run(into: "Old")
        #expect(again.output.contains("Sources/Old/Wiring.swift exists, and is left unchanged\n"))
        #expect(again.output.contains("Package.swift has the dependencies, and is left unchanged\n"))
        #expect(try place.text(of: "Old/Package.swift") == manifest)
    }

    /// The package manager edits literals, not code.
    @Test func manifestThatComputesItsTargetsIsLeftUnchanged() throws {
        let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription

            let targets: [Target] = [.executableTarget(name: "Old")]
            let package = Package(name: "Old", platforms: [.macOS(.v15)], targets: targets)

            """
        let place = try package(manifest)
        let added = place.run(into: "Old")
        #expect(added.output.contains("Package.swift is left unchanged, because it cannot be edited: "))
        #expect(
            added.output.hasSuffix(
                """
                add to Package.swift:
                    dependencies of the package: .package(path: "../Moonwire")
                    dependencies of the target "Old": .product(name: "Moonwire", package: "moonwire")
                """))
        #expect(added.status == .unwritten)
        #expect(try place.text(of: "Old/Package.swift") == manifest)
        #expect(place.exists("Old/container.lua"))
    }

    @Test func manifestIsRestoredIfTheSecondEditFails() throws {
        let describing = """
            {"targets":[{"name":"Old","c99name":"Old","type":"executable","path":"Sources/Old"}],"dependencies":[],"platforms":[]}
            """
        let place = try package(
            swift: """
                case "$*" in
                *describe*) echo '\(describing)' ;;
                *add-dependency*) echo broken >Package.swift ;;
                *) echo "error: no such target" >&2; exit 1 ;;
                esac
                """)
        let added = place.run(into: "Old")
        #expect(added.output.contains("because it cannot be edited: error: no such target\n"))
        #expect(try place.text(of: "Old/Package.swift") == Self.manifest)
    }

    @Test func secondMoonwireIsNotAdded() throws {
        let describing = """
            {"targets":[{"name":"Old","c99name":"Old","type":"executable","path":"Sources/Old","product_dependencies":["Moonwire"]},\
            {"name":"OldTests","c99name":"OldTests","type":"test","path":"Tests/OldTests","target_dependencies":["Old"]}],\
            "dependencies":[{"identity":"moonwire-fork"}],"platforms":[{"name":"macos","version":"15.0"}]}
            """
        let place = try package(
            swift: "case \"$*\" in *describe*) echo '\(describing)' ;; *) echo edited >>Package.swift ;; esac")
        let added = place.run(into: "Old")
        #expect(
            added.output.hasSuffix(
                """

                Package.swift is left unchanged, because it cannot be edited: a target depends on Moonwire from a package with \
                another name than "moonwire"
                add to Package.swift:
                    dependencies of the target "OldTests": the product "MoonwireTesting" of the same package
                """))
        #expect(added.status == .unwritten)
        #expect(try place.text(of: "Old/Package.swift") == Self.manifest)
    }

    @Test func packageThatCannotBeReadIsAUsageError() throws {
        let place = try package("let package = ")
        let wrong = place.run(into: "Old")
        #expect(wrong.complaints.hasPrefix("moonwire init: the package in \"Old\" cannot be read: "))
        #expect(wrong.status == .usage)
        #expect(!place.exists("Old/container.lua"))
    }

    @Test func wrongCallsOfInto() throws {
        let place = try package(
            """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(name: "Old", targets: [.target(name: "One"), .target(name: "Two")])

            """)
        for name in ["One", "Two"] { try place.folder.write("", to: "Old/Sources/\(name)/A.swift") }
        #expect(
            place.run(into: "Old").complaints == """
                moonwire init: the package has several targets: select one with "--target"
                    did you mean "One" or "Two"?
                    see moonwire init --help
                """)
        #expect(
            place.run("--target", "Tow", into: "Old").complaints == """
                moonwire init: there is no program or library "Tow" in the package
                    did you mean "Two"?
                    see moonwire init --help
                """)
        #expect(
            place.run(into: "Nowhere").complaints == """
                moonwire init: "Nowhere" does not contain a package: it has no "Package.swift"
                    see moonwire init --help
                """)
        #expect(place.run(in: "Hello", into: "Old").complaints.contains("\"--into\" and a folder cannot be combined"))
        #expect(
            place.run("--name", "A", into: "Old").complaints.contains("\"--name\" and \"--into\" cannot be combined"))
    }

    @Test func moonwireIsNotAddedToItself() throws {
        let place = try package()
        let wrong = place.run("--moonwire", place.folder.file("Old"), into: "Old")
        #expect(wrong.complaints.contains("does not contain Moonwire"))
        try place.folder.write("", to: "Old/Sources/Moonwire/Container.swift")
        #expect(
            place.run("--moonwire", place.folder.file("Old"), into: "Old").complaints.contains(
                "moonwire init: the package is Moonwire itself\n"))
    }
}
