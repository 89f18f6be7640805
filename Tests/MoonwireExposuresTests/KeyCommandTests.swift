import Foundation
import TestSupport
import Testing

/// What the command does with the file of keys and with the description of the types.
@Suite(.timeLimit(.minutes(5))) struct KeyCommandTests {
    private static let engine = "import Moonwire\nfinal class Engine: Exposed, Sendable { init(brand: String) {} }\n"
    private static let car = "final class Car: Exposed, Sendable { init(engine: Engine) {} }\n"
    private static let services = """
        service "engine" { type = "Engine", args = { brand = "Rover" } }
        service "car" { type = "Car", args = { engine = ref "engine" } }
        """

    private static func fixture() throws -> Fixture {
        let fixture = try Fixture(engine + car)
        fixture.write(script: services)
        #expect(try fixture.runWithScript().status == 0)
        return fixture
    }

    @Test func checkFindsAStaleFile() throws {
        let fixture = try Self.fixture()
        let former = fixture.keys
        fixture.write(script: Self.services + "\nservice \"spare\" { type = \"Engine\", args = { brand = \"Lotus\" } }")
        let (status, output) = try fixture.runWithScript(["--check"])
        #expect(status == 1)
        #expect(
            output == """
                Cars: Cars/Exposures.swift is up to date, with 2 exposures
                error: Cars: Cars/Keys.swift is not up to date (line 14 differs): run `swift package generate-exposures`
                """)
        #expect(fixture.keys == former)
    }

    @Test func checkFindsAStaleDescription() throws {
        let fixture = try Self.fixture()
        let former = try #require(fixture.types)
        fixture.write(script: former.replacing("brand", with: "name"), to: "Cars.types.json")
        let (status, output) = try fixture.runWithScript(["--check"])
        #expect(status == 1)
        #expect(output.contains("error: Cars: Cars.types.json is not up to date (line "))
        #expect(try fixture.runWithScript().output.hasSuffix("Cars: wrote Cars.types.json"))
        #expect(fixture.types == former)
    }

    @Test func sourcesUseKeysThatAreMissingOrStale() throws {
        let fixture = try Self.fixture()
        let keys = fixture.keys
        fixture.write(
            """
            import Moonwire
            func use(_ container: Container) throws -> (Engine, Car) {
                (try container.resolve(.engine), try container.resolve(.car))
            }
            """, to: "Use.swift")
        fixture.remove("Keys.swift")
        #expect(try fixture.runWithScript().status == 0)
        #expect(fixture.keys == keys)
        fixture.write((keys ?? "").replacing("Engine", with: "Gone"), to: "Keys.swift")
        #expect(try fixture.runWithScript().status == 0)
        #expect(fixture.keys == keys)
        #expect(try fixture.compile() == [])
    }

    @Test func aHandWrittenKeyWins() throws {
        let fixture = try Self.fixture()
        fixture.write(script: Self.services + "\nservice \"spare\" { type = \"Engine\", args = { brand = \"Lotus\" } }")
        fixture.write(
            "import Moonwire\nextension ServiceKey<Engine> { static let engine = Self(\"engine\") }",
            to: "Engine+Key.swift")
        fixture.remove("Keys.swift")
        let (status, output) = try fixture.runWithScript()
        #expect(status == 0)
        #expect(
            output.contains(
                """
                note: container.lua:1: service "engine" has no key: a key with that name is written by hand
                Cars: wrote Cars/Keys.swift with 2 keys
                """))
        #expect(try fixture.compile() == [])
    }

    /// Names of scripts cannot add code.
    @Test func namesWithLineBreaksStayInComments() throws {
        let fixture = try Fixture(Self.engine)
        fixture.write(
            script: #"""
                service "a\nfunc b() {}" {
                    type = "Engine", scope = "transient", args = { brand = argument "x\n}\nextension Engine { var y: Int { 1 } }" },
                }
                """#)
        #expect(try fixture.runWithScript().status == 0)
        let lines = (fixture.keys ?? "").split(separator: "\n")
        #expect(
            lines.filter { !$0.contains("//") } == [
                "import Moonwire", "extension ServiceKey<Engine> {",
                #"    static let aFuncB = Self("a\u{a}func b() {}")"#, "}",
            ])
        #expect(try fixture.compile() == [])
    }

    @Test func aServiceThatDisappearsIsReported() throws {
        let fixture = try Self.fixture()
        fixture.write(script: "service \"engine\" { type = \"Engine\", args = { brand = \"Rover\" } }")
        let (status, output) = try fixture.runWithScript()
        #expect(status == 0)
        #expect(
            output == """
                Cars: Cars/Exposures.swift is up to date, with 2 exposures
                note: Cars: the key car is removed
                Cars: wrote Cars/Keys.swift with 1 key
                Cars: Cars.types.json is up to date
                """)
    }

    @Test func aTypeThatDisappearsIsReported() throws {
        let fixture = try Self.fixture()
        fixture.write(Self.engine)
        let (status, output) = try fixture.runWithScript()
        #expect(status == 0)
        #expect(
            output == """
                note: Cars: Car has no generated exposure any longer: it does not exist, does not conform to Exposed, or has one \
                that is written by hand
                Cars: wrote Cars/Exposures.swift with 1 exposure
                note: container.lua:2: service "car" has no key: a key of type Car does not compile: cannot find type 'Car' in scope
                note: Cars: the scripts have 1 fault, which `moonwire check` shows
                note: Cars: the key car is removed
                Cars: wrote Cars/Keys.swift with 1 key
                Cars: wrote Cars.types.json
                """)
    }

    @Test func aTargetThatDoesNotCompileKeepsItsDescription() throws {
        let fixture = try Self.fixture()
        let former = fixture.types
        fixture.write(Self.engine + Self.car + "struct Wheel: Exposed {}\nfunc start() { Engine.missing() }")
        fixture.write(script: Self.services + "\nservice \"wheel\" { type = \"Wheel\" }")
        let (status, output) = try fixture.runWithScript()
        #expect(status == 1)
        #expect(output.contains("type 'Engine' has no member 'missing'"))
        #expect(output.contains("\nCars: wrote Cars/Keys.swift with 3 keys\nerror: "))
        #expect(output.hasSuffix("\nCars does not compile, so Cars.types.json did not change"))
        #expect(fixture.types == former)
    }

    @Test func aScriptThatStopsKeepsTheKeys() throws {
        let fixture = try Self.fixture()
        let former = fixture.keys
        fixture.write(script: Self.services + "\nservice \"x\" {")
        let (status, output) = try fixture.runWithScript()
        #expect(status == 1)
        #expect(
            output == """
                Cars: Cars/Exposures.swift is up to date, with 2 exposures
                error: container.lua:3: unexpected symbol near <eof>
                Cars: the scripts stop early; Keys.swift did not change
                """)
        #expect(fixture.keys == former)
    }

    @Test func aScriptThatIsMissingIsReported() throws {
        let fixture = try Fixture(Self.engine)
        let (status, output) = try fixture.runWithScript()
        #expect(status == 1)
        #expect(output.hasSuffix("Cars: the scripts stop early; Keys.swift did not change"))
        #expect(fixture.keys == nil)
    }

    @Test func faultsThatDoNotConcernKeysAreCounted() throws {
        let fixture = try Self.fixture()
        fixture.write(
            script: Self.services + "\nservice \"third\" { type = \"Car\", args = { engine = ref \"engin\" } }")
        let (status, output) = try fixture.runWithScript()
        #expect(status == 0)
        #expect(output.contains("\nnote: Cars: the scripts have 1 fault, which `moonwire check` shows\n"))
        #expect(fixture.keys?.contains("static let third = ") == true)
    }

    @Test func filesOfTheApplicationAreNotReplaced() throws {
        let fixture = try Fixture(Self.engine)
        fixture.write(script: "service \"engine\" { type = \"Engine\", args = { brand = \"Rover\" } }")
        fixture.write(script: "{}", to: "Cars.types.json")
        #expect(
            try fixture.runWithScript().output.hasSuffix(
                "error: Cars.types.json is not a generated file and is not replaced: rename it, or remove it"))
        fixture.write("// Mine", to: "Keys.swift")
        #expect(
            try fixture.runWithScript().output.hasSuffix(
                "error: Cars/Keys.swift is not a generated file and is not replaced: rename it, or remove it"))
        #expect(fixture.keys == "// Mine")
        #expect(fixture.types == "{}")
    }

    @Test func aFolderInWhichNothingCanBeWrittenIsReported() throws {
        let fixture = try Self.fixture()
        let (status, output) = try fixture.runWithScript(types: "missing/Cars.types.json")
        #expect(status == 1)
        #expect(output.contains("error: cannot write missing/Cars.types.json: "))
    }

    /// A reader, or a run that is interrupted, never sees a part of a file: the new file gets the name of the old one.
    @Test func filesAreReplacedInOneStep() throws {
        let fixture = try Self.fixture()
        let former = try #require(fixture.keys)
        let other = fixture.path("former.swift")
        try FileManager.default.linkItem(atPath: fixture.path("Cars/Keys.swift"), toPath: other)
        fixture.write(script: "service \"engine\" { type = \"Engine\", args = { brand = \"Rover\" } }")
        #expect(try fixture.runWithScript().status == 0)
        #expect(fixture.keys != former)
        #expect(try String(contentsOfFile: other, encoding: .utf8) == former)
    }
}
