/// A Swift function that scripts can call.
///
/// The body runs with the interpreter's lock held; code of the application belongs in ``LuaCall/runUserCode(_:)``.
public final class HostFunction: Sendable {
    public let name: String
    /// What the arguments are called, in order; messages show it beside their positions.
    public let labels: [String]
    @usableFromInline let body: @Sendable (LuaCall) throws -> LuaReturn

    public init(name: String, _ body: @escaping @Sendable (LuaCall) throws -> LuaReturn) {
        self.name = name
        self.body = body
        labels = []
    }

    private init(_ function: HostFunction, labels: [String]) {
        name = function.name
        body = function.body
        self.labels = labels
    }

    /// The same function, whose messages also say what an argument is called.
    ///
    ///     let add = HostFunction("add") { (a: Int, b: Int) in a + b }.labeled("left", "right")
    public func labeled(_ labels: String...) -> HostFunction {
        HostFunction(self, labels: labels)
    }
}

/// What a host function gives back.
@frozen public struct LuaReturn: Sendable {
    /// As the shim reads it: a count, or what is to be done.
    @usableFromInline let code: Int32

    @inlinable init(code: Int32) {
        self.code = code
    }

    /// That many values on top of the stack.
    @inlinable public static func values(_ count: Int) -> LuaReturn {
        LuaReturn(code: Int32(truncatingIfNeeded: count))
    }
}
