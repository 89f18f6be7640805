internal import MoonwireValues

extension RaisedError {
    /// The class of errors in scripts: `error.message`, `error.type`, and `tostring(error)`, which includes the location.
    static let hostClass = HostClass(
        name: "error",
        getters: [
            "message": member("message") { error in (error as? LuaError)?.message ?? "\(error)" },
            "type": member("type") { error in typeName(Swift.type(of: error)) },
        ],
        description: member("tostring") { error in "\(error)" }
    )

    /// A function of the error that returns a string.
    ///
    /// The description of an error is code of the application.
    private static func member(_ name: String, _ string: @escaping @Sendable (any Error) -> String) -> HostFunction {
        HostFunction(name: name) { call in
            guard let raised = try call.stack.object(at: 1, as: RaisedError.self) else { return .values(0) }
            try call.push(call.runUserCode { string(raised.error) })
            return .values(1)
        }
    }
}
