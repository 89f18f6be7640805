internal import CLuaShim
internal import MoonwireValues

/// A Swift error on its way through a script; outside it is the same error again.
final class RaisedError: Sendable {
    let error: any Error
    /// The calls that it has come through; empty unless somebody wants a report.
    let frames: [LuaFrame]

    init(_ error: any Error, frames: [LuaFrame]) {
        self.error = error
        self.frames = frames
    }
}

extension RaisedError {
    /// How scripts see it: `error.message`, `error.type`, and `tostring(error)`, which says where, too.
    static let objectClass = ObjectClass(
        name: "error",
        getters: [
            "message": member("message") { error in (error as? LuaError)?.message ?? "\(error)" },
            "type": member("type") { error in typeName(Swift.type(of: error)) },
        ],
        description: member("tostring") { error in "\(error)" }
    )

    /// A function from the error to a text; an error's own description is code of the application.
    private static func member(_ name: String, _ text: @escaping @Sendable (any Error) -> String) -> HostFunction {
        HostFunction(name: name) { call in
            guard let raised = try call.stack.object(at: 1, as: RaisedError.self) else { return .values(0) }
            let said = call.runUserCode { text(raised.error) }
            try call.stack.write(said, at: 0)
            return .values(1)
        }
    }
}
