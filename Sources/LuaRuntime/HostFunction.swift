/// A Swift function that scripts can call.
///
/// The body runs with the interpreter's lock held; code of the application belongs in ``LuaCall/runUserCode(_:)``.
public final class HostFunction: Sendable {
    public let name: String
    @usableFromInline let body: @Sendable (LuaCall) throws -> LuaReturn

    public init(name: String, _ body: @escaping @Sendable (LuaCall) throws -> LuaReturn) {
        self.name = name
        self.body = body
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
