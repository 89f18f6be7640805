import Foundation
import Moonwire
import MoonwireCore
import MoonwireSupport
import MoonwireTesting
import TestSupport
import Testing

/// The comparison of a wiring with a stored file, and its recording.
@Suite struct ExpectWiringTests {
    private static let none = EnvironmentVariables { _ in nil }

    private let folder = ScratchFolder()

    /// The place of a test in the folder.
    private var source: SourceLocation {
        SourceLocation(
            fileID: "Tests/GarageTests.swift", filePath: folder.path("GarageTests.swift"), line: 7, column: 5)
    }

    private func container(_ text: String) throws -> Container {
        try Container(text: text, types: [Wheel.self], environment: .test, variables: Self.none)
    }

    private let twoWheels = """
        parameters { brand = "Coventry" }
        service "front" { type = "Wheel", args = { brand = "%brand%" } }
        service "rear"  { type = "Wheel", args = { brand = "%brand%" } }
        """

    private let stored = """
        service "front"
            type: Wheel
            scope: shared
            argument "brand": "%brand%"

        service "rear"
            type: Wheel
            scope: shared
            argument "brand": "%brand%"

        parameter "brand"
            value: "Coventry"

        """

    /// The comments of the issues of a comparison with `wiring.txt`, which must be at the place of the test.
    private func comments(
        _ text: String, masking parameters: [String] = [], record: Bool = false,
        variables: EnvironmentVariables = none, path: String = "wiring.txt"
    ) async throws -> [String] {
        let container = try container(text)
        let issues = try await recordedIssues {
            expectWiring(
                container, matches: path, masking: parameters, record: record, variables: variables,
                sourceLocation: source)
        }
        #expect(issues.allSatisfy { $0.sourceLocation == source })
        return issues.flatMap { $0.comments.map { $0.rawValue.replacing(folder.path, with: "/Tests") } }
    }

    private func contents(_ name: String = "wiring.txt") throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    @Test func anEqualWiringIsNoIssue() async throws {
        folder.write(stored, to: "wiring.txt")
        #expect(try await comments(twoWheels) == [])
    }

    @Test func linesMayMove() async throws {
        folder.write(stored, to: "wiring.txt")
        let lines = twoWheels.split(separator: "\n")
        #expect(try await comments("-- moved\n\n\(lines[2])\n\n\(lines[1])\n-- moved\n\(lines[0])") == [])
    }

    @Test func aDifferenceIsAnIssueWithItsLines() async throws {
        folder.write(stored, to: "wiring.txt")
        let edited = """
            parameters { brand = "Coventry" }
            service "front" { type = "Wheel", scope = "transient", args = { brand = "%brand%" } }
            service "spare" { type = "Wheel", args = { brand = "none" } }
            """
        #expect(
            try await comments(edited) == [
                """
                the wiring differs from "/Tests/wiring.txt":
                      service "front"
                    -     scope: shared
                    +     scope: transient
                    + service "spare"
                    +     type: Wheel
                    +     scope: shared
                    +     argument "brand": "none"
                    - service "rear"
                    -     type: Wheel
                    -     scope: shared
                    -     argument "brand": "%brand%"
                    to record it, run the test with MOONWIRE_RECORD=1 in the environment, or write `record: true`
                """
            ])
        #expect(try contents() == stored)
    }

    @Test(arguments: [(3, "… and 1 more line in"), (4, "… and 5 more lines in")])
    func aLongDifferenceIsCut(_ count: Int, _ rest: String) async throws {
        folder.write("", to: "wiring.txt")
        let parts = (1...count).map { "service \"\($0)\" { type = \"Wheel\", args = { brand = \"x\" } }" }
        let comments = try await comments(parts.joined(separator: "\n") + "\nscopes { \"request\" }")
        let lines = try #require(comments.first).split(separator: "\n")
        #expect(lines.count == 15)
        #expect(lines[13] == "    \(rest) the attachment wiring.txt.diff")
    }

    @Test func aMissingFileIsAnIssueThatSaysHowToRecord() async throws {
        #expect(
            try await comments(twoWheels) == [
                """
                the wiring cannot be compared: "/Tests/wiring.txt" does not exist
                    to record it, run the test with MOONWIRE_RECORD=1 in the environment, or write `record: true`
                """
            ])
        #expect(try folder.names == [])
    }

    @Test func recordingWritesTheFileAndFails() async throws {
        folder.write(stored + stored, to: "wiring.txt")
        let recorded = """
            the wiring was recorded in "/Tests/wiring.txt"
                read the file, and run the test again without MOONWIRE_RECORD and `record: true`
            """
        #expect(try await comments(twoWheels, record: true) == [recorded])
        #expect(try contents() == stored)
        #expect(try await comments(twoWheels, record: true) == [recorded])
        #expect(try await comments(twoWheels) == [])
        #expect(try folder.names == ["wiring.txt"])
    }

    @Test(arguments: [("1", true), ("true", true), ("0", false), ("", false)])
    func theVariableTurnsRecordingOn(_ value: String, _ isOn: Bool) async throws {
        folder.write("", to: "wiring.txt")
        _ = try await comments(twoWheels, variables: EnvironmentVariables { ["MOONWIRE_RECORD": value][$0] })
        #expect(try contents() == (isOn ? stored : ""))
    }

    @Test func recordingCreatesFolders() async throws {
        _ = try await comments(twoWheels, record: true, path: "Wirings/../Wirings/test.txt")
        #expect(try contents("Wirings/test.txt") == stored)
    }

    @Test func anAbsolutePathIsUsedAsItIs() async throws {
        _ = try await comments(twoWheels, record: true, path: folder.path("other.txt"))
        #expect(try folder.names == ["other.txt"])
    }

    @Test func aFileThatCannotBeWrittenOrReadIsAnIssue() async throws {
        folder.make("wiring.txt/inside")
        #expect(
            try await comments(twoWheels, record: true) == [
                "the wiring cannot be recorded: \"/Tests/wiring.txt\" cannot be written: Is a directory"
            ])
        #expect(
            try await comments(twoWheels) == [
                "the wiring cannot be compared: \"/Tests/wiring.txt\" cannot be read: Is a directory"
            ])
    }

    @Test func parametersThatDifferBetweenRunsAreMasked() async throws {
        let script = "parameters { home = \"/somewhere\", site = { folder = \"/else\", title = \"Alps\" }, sites = 1 }"
        #expect(try await comments(script, masking: ["home", "site"], record: true).count == 1)
        #expect(
            try contents() == """
                parameter "home"
                    value: ***

                parameter "site.folder"
                    value: ***

                parameter "site.title"
                    value: ***

                parameter "sites"
                    value: 1

                """)
    }

    @Test func aMaskedParameterMustExist() async throws {
        folder.write(stored, to: "wiring.txt")
        #expect(
            try await comments(twoWheels, masking: ["brnd", "a parameter"]) == [
                """
                expectWiring cannot mask parameter "brnd", which is not defined
                    did you mean "brand"?
                """,
                "expectWiring cannot mask parameter \"a parameter\", which is not defined",
            ])
    }

    @Test func aContainerThatHasEndedIsAnIssue() async throws {
        let container = try container(twoWheels)
        await container.shutdownGracefully()
        let line = #line + 1
        let issues = try await recordedIssues { expectWiring(container, matches: "wiring.txt") }
        #expect(issues.map { $0.error is ContainerError } == [true])
        #expect(issues.first?.sourceLocation?.line == line)
    }
}

private final class Wheel: Exposed, Sendable {
    let brand: String

    init(brand: String) { self.brand = brand }

    static let exposure = Exposure(Wheel.self) { Initializer("brand", body: Wheel.init) }
}
