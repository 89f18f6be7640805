import LuaRuntime
import Moonwire
import MoonwireCore

/// `implementation "Owner.name" { resource = …, … }`: the values of the resources that objects of a class require.
struct ImplementationWord: Sendable {
    private let reading: ScriptReading

    init(_ reading: ScriptReading) {
        self.reading = reading
    }

    var word: ModuleWord {
        ModuleWord("implementation", 1, "implementation \"id\" { … }", isLasting: false) { call in
            let name = try call.name(0, of: "implementation", "`Owner.name` as a string")
            return reading.begin("implementation", name, "implementation \"\(name)\" { … }", call) { name, call in
                guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name.index(after: dot) != name.endIndex
                else { throw ContainerError(.implementationWithoutOwner(name, at: call.callSite)) }
                let subject = "implementation \"\(name)\""
                reading.addImplementation(
                    String(name[name.index(after: dot)...]), of: String(name[..<dot]), title: subject, call
                ) { .implementationWithoutTable(subject, found: $0, at: $1) }
                return .values(0)
            }
        }
    }
}
