import Foundation
import Moonwire
import TestSupport

/// What an action throws, as a user reads it, without the folder of a script; empty if it succeeds.
func message(_ action: () throws -> Void) -> String {
    do {
        try action()
        return ""
    } catch {
        return "\(error)"
    }
}

/// What a container reported, as a user reads it; empty if there is nothing.
func remarks(of container: Container) -> String {
    container.diagnostics.entries.map { "\($0)" }.joined(separator: "\n")
}

/// An object with a name, which scripts can make.
final class Part: Exposed, Sendable {
    let name: String

    init(name: String) { self.name = name }

    static let exposure = Exposure(Part.self) {
        Initializer(ExposedArgument("name", default: "part"), body: Part.init)
        Property("name", \.name)
    }
}

/// A container whose script a test edits.
final class Edited {
    let container: Container
    private let folder = ScratchFolder()

    init(
        _ script: String, types: [any Exposed.Type], register: (inout Registrations) throws -> Void = { _ in }
    ) throws {
        folder.write(script, to: "container.lua")
        container = try Container(
            scripts: [folder.path("container.lua")], types: types, environment: .test, register: register)
    }

    func reload(_ script: String) throws {
        folder.write(script, to: "container.lua")
        try container.reload()
    }
}
