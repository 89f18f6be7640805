import Moonwire
import MoonwireObjects
import MoonwireSupport
import Testing

/// Has resources that are data.
private final class Sign: Exposed, Implemented, @unchecked Sendable {  // Tests use it on one thread.
    let implementation: String
    @Resource var text: String
    @Resource var button: Button

    init(implementation: String) { self.implementation = implementation }

    static let exposure = Exposure(Sign.self) {
        Initializer("implementation") { Sign(implementation: $0) }
        Property("text", \.text)
    }
}

/// Services whose implementations are edited.
@Suite struct ImplementationReloadTests {
    private static let text = """
        parameters { door = "Exit" }
        service "exit" { type = "Sign", args = { implementation = "exit" } }
        service "stairs" { type = "Sign", args = { implementation = "stairs" } }
        implementation "Sign.exit" { text = "%door%", button = inline { type = "Button", args = { text = "Open" } } }
        implementation "Sign.stairs" { text = "Stairs", button = inline { type = "Button", args = { text = "Climb" } } }
        """

    private let scratch: Scratch
    private let container: Container

    init() throws {
        scratch = try Scratch(types: [Sign.self, Button.self])
        try scratch.write(Self.text)
        container = try scratch.container { services in
            services.register("swift", as: Sign.self) { _ in Sign(implementation: "exit") }
        }
        for id in ["exit", "stairs", "swift"] { _ = try sign(id).text }
    }

    private func sign(_ id: String) throws -> Sign { try container.resolve(id, as: Sign.self) }

    /// The services that a reload with another text replaces.
    private func replaced(_ old: String, by new: String) throws -> [String] {
        try scratch.write(Self.text.replacing(old, with: new))
        return try container.reload().replaced.map { "\($0)".replacing("replaced: ", with: "") }.sorted()
    }

    @Test func aServiceIsReplacedWithItsImplementation() throws {
        #expect(try replaced("\"Stairs\"", by: "\"Up\"") == ["stairs (changed)", "swift (changed)"])
        #expect(try sign("stairs").text == "Up")
        #expect(try sign("exit").text == "Exit")
    }

    @Test func partsOfAnImplementationAreCompared() throws {
        #expect(try replaced("\"Open\"", by: "\"Push\"") == ["exit (changed)", "swift (changed)"])
        #expect(try sign("exit").button.text == "Push")
    }

    @Test func parametersOfAnImplementationAreCompared() throws {
        #expect(try replaced("\"Exit\"", by: "\"Way out\"") == ["exit (changed)", "swift (changed)"])
        #expect(try sign("swift").text == "Way out")
    }

    /// Nobody can tell whether two functions do the same.
    @Test func aFunctionIsAReasonIfFilesHaveChanged() throws {
        try scratch.write(Self.text.replacing("\"%door%\"", with: "function() return \"Exit\" end"))
        try container.reload()
        for id in ["exit", "swift"] { _ = try sign(id).text }
        let replaced = try replaced("\"%door%\"", by: "function() return \"Exit\" end --[[ edited ]]")
        #expect(
            replaced == ["exit (a function, and files have changed)", "swift (a function, and files have changed)"])
    }

    @Test func withoutAChangeAllAreKept() throws {
        #expect(try replaced("parameters", by: "  parameters") == [])
    }
}
