import Foundation
import MoonwireExposures
import TestSupport
import Testing

/// What the command does with files, and what it prints.
@Suite(.timeLimit(.minutes(5))) struct CommandTests {
    private static let engine = """
        import Moonwire

        final class Engine: Exposed { init(brand: String) {} }

        """

    private static let car = "\nfinal class Car: Exposed { init(engine: Engine) {} }\n"

    @Test func aSecondRunChangesNothing() throws {
        let fixture = try Fixture(Self.engine)
        #expect(try fixture.run(["--check"]).output == missing)
        #expect(fixture.generated == nil)
        #expect(try fixture.run().output == "Cars: wrote Cars/Exposures.swift with 1 exposure")
        #expect(try fixture.run().output == "Cars: Cars/Exposures.swift is up to date, with 1 exposure")
        let checked = try fixture.run(["--check"])
        #expect(checked.output == "Cars: Cars/Exposures.swift is up to date, with 1 exposure")
        #expect(checked.status == 0)
    }

    private let missing =
        "error: Cars: Cars/Exposures.swift is not up to date (the file is missing): run `swift package generate-exposures`"

    @Test func checkFindsAStaleFile() throws {
        let fixture = try Fixture(Self.engine)
        #expect(try fixture.run().status == 0)
        let former = fixture.generated
        fixture.write(Self.engine + Self.car)
        let (status, output) = try fixture.run(["--check"])
        #expect(status == 1)
        #expect(
            output
                == "error: Cars: Cars/Exposures.swift is not up to date (line 10 differs): run `swift package generate-exposures`"
        )
        #expect(fixture.generated == former)
    }

    @Test func aTypeThatDisappearsIsReported() throws {
        let fixture = try Fixture(Self.engine + Self.car)
        #expect(try fixture.run().output == "Cars: wrote Cars/Exposures.swift with 2 exposures")
        fixture.write(Self.engine)
        let (status, output) = try fixture.run()
        #expect(status == 0)
        #expect(
            output == """
                note: Cars: Car has no generated exposure any longer: it does not exist, does not conform to Exposed, or has one \
                that is written by hand
                Cars: wrote Cars/Exposures.swift with 1 exposure
                """)
        #expect(fixture.generated?.contains("Car.self") == false)
    }

    /// A process that was killed has left its temporary file.
    @Test func aTemporaryFileIsRemoved() throws {
        let fixture = try Fixture(Self.engine)
        fixture.write("half of a fi", to: ".Exposures.swift.new")
        #expect(try fixture.run().output == "Cars: wrote Cars/Exposures.swift with 1 exposure")
        #expect(fixture.text("Cars/.Exposures.swift.new") == nil)
        #expect(try fixture.compile() == [])
    }

    @Test func aFileThatDoesNotCompileIsReplaced() throws {
        let fixture = try Fixture(Self.engine)
        #expect(try fixture.run().status == 0)
        let good = fixture.generated
        fixture.write((good ?? "").replacing("Engine", with: "Gone"), to: "Exposures.swift")
        #expect(try fixture.compile() != [])
        #expect(try fixture.run().status == 0)
        #expect(fixture.generated == good)
    }

    @Test func aHandWrittenExposureWins() throws {
        let fixture = try Fixture(Self.engine)
        #expect(try fixture.run().status == 0)
        fixture.write(
            "import Moonwire\nextension Engine { static let exposure = Exposure(Engine.self) {} }",
            to: "Engine+Exposed.swift")
        #expect(try fixture.run().output.hasSuffix("with 0 exposures; 1 is written by hand"))
        #expect(fixture.generated?.contains("Engine.self,") == true)
        #expect(try fixture.compile() == [])
    }

    @Test func aTypeOfAnotherModuleIsListed() throws {
        let fixture = try Fixture(
            Self.engine + """
                import Foundation
                extension JSONDecoder: @retroactive Convertible, @retroactive Exposed {
                    public static let exposure = Exposure(JSONDecoder.self) { Initializer { JSONDecoder() } }
                }
                """)
        #expect(try fixture.run().output == "Cars: wrote Cars/Exposures.swift with 1 exposure; 1 is written by hand")
        #expect(fixture.generated?.contains("Engine.self,\n        JSONDecoder.self,\n") == true)
        #expect(try fixture.compile() == [])
    }

    @Test func aTargetThatDoesNotCompileKeepsItsFile() throws {
        let fixture = try Fixture(Self.engine)
        #expect(try fixture.run().status == 0)
        let former = fixture.generated
        fixture.write(Self.engine + "struct Car { let engine: Motor }")
        let (status, output) = try fixture.run()
        #expect(status == 1)
        #expect(output.contains("cannot find type 'Motor' in scope"))
        #expect(
            output.hasSuffix(
                "\nCars does not compile even without its generated exposures; Exposures.swift did not change"))
        #expect(fixture.generated == former)
    }

    @Test func bodiesThatUseGeneratedCodeNeedNone() throws {
        let fixture = try Fixture(
            Self.engine
                + "func container() throws -> Container { try Container(text: \"\", types: Exposures.all, environment: .dev) }"
        )
        #expect(try fixture.run().status == 0)
        #expect(try fixture.compile() == [])
    }

    @Test func bodiesAreNotCompiled() throws {
        let fixture = try Fixture(Self.engine + "func start() { Engine.missing() }")
        #expect(try fixture.run().status == 0)
    }

    @Test func protocolsOfOtherModulesOfThePackageAreProvided() throws {
        let parts = try Fixture("public protocol Driving {}", module: "Parts")
        let fixture = try Fixture(
            "import Moonwire\nimport Parts\nfinal class Car: Exposed, Driving, CustomStringConvertible { let description = \"\" }",
            flags: ["-I", try parts.compiledModule()])
        #expect(try fixture.run(["--module", "Cars", "--module", "Parts"]).status == 0)
        let generated = try #require(fixture.generated)
        #expect(generated.contains("import Moonwire\nimport Parts\n"))
        #expect(generated.contains("        Initializer { Car() }\n        Provides { $0 as any Driving }\n    }\n"))
        #expect(try fixture.compile() == [])
    }

    @Test func argumentsOfGenericTypesAreImported() throws {
        let fixture = try Fixture(
            """
            import Foundation
            import Moonwire
            struct Box<Item>: Exposed { var item: Item }
            private struct Hidden {}
            struct Shelf: Exposed {
                var dates: [Box<Date>?]
                private var hidden: Box<Hidden>?
                init(dates: [Box<Date>?]) { self.dates = dates }
            }
            """)
        #expect(try fixture.run().status == 0)
        #expect(fixture.generated?.contains("= [\n        Box<Date>.self,\n        Shelf.self,\n    ]") == true)
        #expect(try fixture.compile() == [])
    }

    @Test func twoTargetsWithTheSameTypeAreReported() throws {
        let tools = try Fixture(Self.engine, module: "Tools")
        #expect(try tools.run().status == 0)
        let (status, output) = try Fixture(Self.engine).run(beside: tools)
        #expect(status == 0)
        #expect(
            output == """
                Cars: wrote Cars/Exposures.swift with 1 exposure
                note: Cars and Tools expose types named Engine: scripts write "Cars.Engine" or "Tools.Engine"
                """)
    }

    @Test func aFileOfTheApplicationIsNotReplaced() throws {
        let fixture = try Fixture(Self.engine)
        fixture.write("// Mine", to: "Exposures.swift")
        let (status, output) = try fixture.run()
        #expect(status == 1)
        #expect(
            output == "error: Cars/Exposures.swift is not a generated file and is not replaced: rename it, or remove it"
        )
        #expect(fixture.generated == "// Mine")
    }

    @Test func aTargetWithoutExposedTypesHasNoFile() throws {
        let fixture = try Fixture("import Moonwire\nstruct Engine {}")
        #expect(try fixture.run().output == "Cars: no type conforms to Exposed")
        #expect(fixture.generated == nil)
    }

    @Test func aFolderInWhichNothingCanBeWrittenIsReported() throws {
        let fixture = try Fixture(Self.engine)
        let (status, output) = try fixture.run(into: "missing")
        #expect(status == 1)
        #expect(output.hasPrefix("error: cannot write missing/Exposures.swift: "))
    }

    @Test func wrongArgumentsAreReported() {
        #expect(run([]) == "2 error: no --target is given")
        #expect(run(["--target", "Cars"]) == "2 error: --target has too few values")
        #expect(run(["--chekc"]) == "2 error: unknown argument \"--chekc\"")
        let none = ScratchFolder()
        #expect(
            run(["--manifest", none.path("debug.yaml"), "--target", "Cars", none.path]) == """
                1 error: cannot read \(none.path("debug.yaml")), in which the native build system of the package manager describes \
                the build
                """)
        none.write("commands:\n", to: "debug.yaml")
        #expect(
            run(["--manifest", none.path("debug.yaml"), "--target", "Cars", none.path])
                == "1 error: the build does not compile a module Cars")
    }

    private func run(_ arguments: [String]) -> String {
        var lines: [String] = []
        let status = GenerateExposures.run(arguments) { lines.append($0) }
        return "\(status) \(lines.joined(separator: "\n"))"
    }
}
