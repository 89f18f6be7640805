/// The files of a new package: a library of types, a program that follows its script, and a test.
struct NewPackage {
    let name: ModuleName
    let moonwire: MoonwireDependency
    let folder: String

    /// The manifest is the last one, so that an interrupted call can be repeated.
    var files: [StarterFile] {
        let name = name.text
        return [
            StarterFile("container.lua", Self.script),
            StarterFile("Sources/\(name)Kit/Phrasebook.swift", Self.phrasebook),
            StarterFile("Sources/\(name)Kit/Greeter.swift", Self.greeter),
            StarterFile("Sources/\(name)Kit/Exposures.swift", Self.exposures),
            StarterFile("Sources/\(name)/Program.swift", filled(Self.program)),
            StarterFile("Tests/\(name)Tests/GreeterTests.swift", filled(Self.test)),
            StarterFile(".gitignore", "/.build\n/efm.yaml\n"),
            ContinuousIntegration(moonwire: moonwire.path(in: folder), program: name).file,
            StarterFile("Package.swift", filled(Self.manifest)),
        ]
    }

    private func filled(_ text: String) -> String {
        Template(text).filled(with: [
            "name": name.text, "dependency": moonwire.declaration(in: folder), "Moonwire": moonwire.product("Moonwire"),
            "MoonwireConsole": moonwire.product("MoonwireConsole"),
            "MoonwireTesting": moonwire.product("MoonwireTesting"),
        ])
    }
}

extension NewPackage {
    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "{{name}}",
            platforms: [.macOS(.v15)],
            dependencies: [
                {{dependency}}
            ],
            targets: [
                .target(
                    name: "{{name}}Kit",
                    dependencies: [{{Moonwire}}]),
                .executableTarget(
                    name: "{{name}}",
                    dependencies: [
                        "{{name}}Kit",
                        {{Moonwire}},
                        {{MoonwireConsole}},
                    ]),
                .testTarget(
                    name: "{{name}}Tests",
                    dependencies: [
                        "{{name}}Kit",
                        {{Moonwire}},
                        {{MoonwireTesting}},
                    ]),
            ],
            swiftLanguageModes: [.v6]
        )

        """

    private static let script = """
        -- The services of the program. Edit a value and save: the running program uses it at once.
        parameters { greeting = "Hello" }

        service "phrasebook" {
            type = "Phrasebook",
            args = { greeting = "%greeting%" },
        }

        service "greeter" {
            type = "Greeter",
            args = { phrasebook = ref "phrasebook", name = "world" },
        }

        -- Tests use the environment "test".
        when("test", function()
            parameters { greeting = "Good morning" }
        end)

        """

    private static let program = #"""
        import Foundation
        import Moonwire
        import MoonwireConsole
        import {{name}}Kit

        @main struct Program {
            static func main() async {
                do { try await run(Array(CommandLine.arguments.dropFirst())) } catch {
                    print(error)
                    exit(1)
                }
            }

            private static func run(_ arguments: [String]) async throws {
                let scripts = ["container.lua"]
                // `swift run {{name}} check`, `list`, `explain greeter`, and other commands show the wiring without running the program.
                let wiring = Console.Wiring(types: try TypeRegistry(Exposures.all), scripts: scripts)
                let console = Console(program: "{{name}}", wiring: wiring)
                if console.handles(arguments) { exit(await console.runAsynchronously(arguments).rawValue) }

                let container = try Container(scripts: scripts, types: Exposures.all, environment: .dev)
                let reloads = container.reloads()
                let watch = try container.watch()
                print(try await container.resolve("greeter", as: Greeter.self).greet())
                print("Edit container.lua and save it. Control-C ends the program.")

                for await outcome in reloads {
                    switch outcome {
                    case .reloaded(let plan):
                        print(plan)
                        print(try await container.resolve("greeter", as: Greeter.self).greet())
                    case .refused(let error):
                        print(error)
                    }
                }
                watch.cancel()
            }
        }

        """#

    private static let phrasebook = """
        public import Moonwire

        /// The words of greetings.
        public final class Phrasebook: Exposed, Sendable {
            let greeting: String

            public init(greeting: String) {
                self.greeting = greeting
            }
        }

        """

    private static let greeter = #"""
        public import Moonwire

        /// Greets in the words of a phrasebook.
        public final class Greeter: Exposed, Sendable {
            private let phrasebook: Phrasebook
            private let name: String

            public init(phrasebook: Phrasebook, name: String = "world") {
                self.phrasebook = phrasebook
                self.name = name
            }

            /// The greeting, such as `Hello, world!`.
            public func greet() -> String { "\(phrasebook.greeting), \(name)!" }
        }

        """#

    private static let exposures = #"""
        // Generated by `swift package generate-exposures`, which replaces this file. Do not edit it.
        // swift-format-ignore-file

        public import Moonwire

        /// The exposed types of this module.
        public enum Exposures {
            /// The exposed types, sorted by name.
            public static let all: [any Exposed.Type] = [
                Greeter.self,
                Phrasebook.self,
            ]
        }

        extension Greeter {
            public static let exposure = Exposure(
                Greeter.self, documentation: "Greets in the words of a phrasebook."
            ) {
                Initializer("phrasebook", ExposedArgument("name", default: "world"), body: Greeter.init)
            }
        }

        extension Phrasebook {
            public static let exposure = Exposure(
                Phrasebook.self, documentation: "The words of greetings."
            ) {
                Initializer("greeting", body: Phrasebook.init)
            }
        }

        """#

    private static let test = """
        import Moonwire
        import MoonwireTesting
        import Testing
        import {{name}}Kit

        @Suite(.wiring("container.lua", types: Exposures.all)) struct GreeterTests {
            @Test func theGreeterUsesThePhrasebook() throws {
                let greeter = try Test.container.resolve("greeter", as: Greeter.self)
                #expect(greeter.greet() == "Good morning, world!")
            }
        }

        """
}
