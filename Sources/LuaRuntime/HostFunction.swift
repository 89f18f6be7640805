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
public enum LuaReturn: Sendable {
    /// That many values on top of the stack.
    case values(Int)
    /// Runs a text in place; its results are the function's. With a key, the first one is kept for later.
    case load(text: String, name: String, cacheAs: String?)
}
