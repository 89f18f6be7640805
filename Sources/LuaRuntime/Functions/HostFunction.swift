internal import CLuaShim

/// A Swift function that scripts can call.
///
/// The body runs with the interpreter's lock held; code of the application belongs in ``LuaCall/runUserCode(_:)``.
public final class HostFunction: Sendable {
    public let name: String
    /// What the arguments are called, in order; messages show it beside their positions.
    public let labels: [String]
    @usableFromInline let body: @Sendable (LuaCall) throws -> LuaReturn
    /// What scripts take the function for.
    let role: Role

    public init(name: String, _ body: @escaping @Sendable (LuaCall) throws -> LuaReturn) {
        self.name = name
        self.body = body
        labels = []
        role = .function
    }

    /// The same function in another role.
    init(_ function: HostFunction, as role: Role, labels: [String] = []) {
        name = function.name
        body = function.body
        self.labels = labels
        self.role = role
    }

    /// The same function, whose messages also say what an argument is called.
    ///
    ///     let add = HostFunction("add") { (a: Int, b: Int) in a + b }.labeled("left", "right")
    public func labeled(_ labels: String...) -> HostFunction {
        HostFunction(self, as: role, labels: labels)
    }

    /// What scripts take a function for, as messages about its arguments must tell.
    enum Role: Sendable {
        case function
        /// Called on a receiver, which comes before the arguments.
        case method
        /// Called with a receiver and a value.
        case setter
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
        LuaReturn(code: count < 0 ? .min : Int32(truncatingIfNeeded: count))
    }

    /// That many values on top of the stack go to who resumed the coroutine that made the call; what it is resumed with is what the
    /// function gives back. An error where there is none, or something that cannot be left stands between.
    ///
    ///     let pause = HostFunction(name: "pause") { call in .yield(0) }
    public static func yield(_ count: Int) -> LuaReturn {
        LuaReturn(code: count < 0 ? .min : Int32(MW_YIELD) - Int32(truncatingIfNeeded: count))
    }
}
