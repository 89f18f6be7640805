import Moonwire
import TestSupport
import Testing

/// What is said of types that were forgotten, and of enumerations whose values messages cannot list.
@Suite struct TypeMistakeTests {
    private enum Gear: String, Convertible { case low, high }

    private struct Tractor: Exposed {
        let gear: Gear
        let spare: Gear?

        static let exposure = Exposure(Tractor.self) {
            Initializer("gear", "spare") { Tractor(gear: $0, spare: $1) }
        }
    }

    private func fault(_ script: String, _ types: any Exposed.Type...) throws -> Diagnostic {
        let folder = Scratch()
        try folder.write(script, "container.lua")
        let error = #expect(throws: ContainerError.self) {
            try Container(scripts: [folder.path("container.lua")], types: types, environment: .dev)
        }
        return try #require(error?.diagnostics.first)
    }

    @Test(arguments: ["Engine", "MoonwireTests.Engine"]) func aTypeThatAnArgumentHasIsKnownToExist(name: String) throws
    {
        let fault = try fault("service \"engine\" { type = \"\(name)\" }", Car.self, Workshop.self)
        #expect(fault.message == "service \"engine\": type \"\(name)\" is not exposed")
        #expect(
            fault.hints == [
                "argument \"engine\" of Car has this type: add `\(name).self` to `types:`",
                "the exposed types are Car, Workshop",
            ])
    }

    @Test func aTypeThatNothingMentionsMayExist() throws {
        let fault = try fault("service \"engine\" { type = \"Zeppelin\" }", Workshop.self)
        #expect(
            fault.hints == [
                "the exposed types are Workshop",
                "if it is a type of the application, add `Zeppelin.self` to `types:`",
            ])
    }

    /// `Driving` is a protocol, and no text is a type's name that begins with a small letter.
    @Test(arguments: ["Driving", "any Driving", "zeppelin", "Hot Air"]) func hintDoesNotSuggestToAddNamesThatAreNoTypes(
        name: String
    )
        throws
    {
        let fault = try fault("service \"engine\" { type = \"\(name)\" }", Engine.self, Car.self)
        #expect(!fault.hints.contains { $0.contains("has this type") })
        #expect(fault.hints.contains { $0.contains("add `") } == (name == "Driving"))
    }

    @Test func hintSuggestsCaseIterableForAnEnumeration() throws {
        let fault = try fault(#"service "tractor" { type = "Tractor", args = { gear = "Low" } }"#, Tractor.self)
        #expect(fault.message == "service \"tractor\": argument \"gear\" expects Gear, got the string \"Low\"")
        #expect(fault.hints == ["if Gear conforms to CaseIterable, messages list its values"])
        let optional = try self.fault(
            #"service "tractor" { type = "Tractor", args = { gear = "low", spare = "hi" } }"#, Tractor.self)
        #expect(optional.hints == ["if Gear conforms to CaseIterable, messages list its values"])
    }
}
