import LuaRuntime
import Moonwire
import MoonwireCore

/// `partial "Name" { … }`: a template, of which each use builds a tree of new objects.
struct PartialWord: Sendable {
    private let reading: ScriptReading

    init(_ reading: ScriptReading) {
        self.reading = reading
    }

    var word: ModuleWord {
        ModuleWord("partial", 1, "partial \"id\" { … }", isLasting: false) { call in
            let name = try call.name(0, of: "partial", "a name")
            return reading.begin("partial", name, "partial \"\(name)\" { … }", call) { name, call in
                let subject = "partial \"\(name)\""
                return reading.addTemplate(name, id: Self.id(of: name), title: subject, call) {
                    .partialKey($0, subject, at: $1)
                }
            }
        }
    }

    /// The id of the service that represents a partial.
    static func id(of name: String) -> String { Definition.partialPrefix + name }
}
