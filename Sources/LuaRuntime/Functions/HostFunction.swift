internal import CLuaShim

/// A Swift function that scripts can call.
///
///     let add = HostFunction("add") { (a: Int, b: Int) in a + b }
///     try lua.setGlobal("add", to: add)
public final class HostFunction: Sendable {
    /// The name of the function in messages.
    public let name: String
    /// The labels of the arguments, which messages show in addition to their positions.
    public let labels: [String]
    @usableFromInline let body: @Sendable (LuaCall) throws -> LuaReturn
    /// How scripts use the function.
    let role: Role

    /// Creates a function that reads its arguments and pushes its results itself.
    ///
    /// The body runs with the interpreter's lock held. Use ``LuaCall/runUserCode(_:)`` for code of the application.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    public init(name: String, _ body: @escaping @Sendable (LuaCall) throws -> LuaReturn) {
        self.name = name
        self.body = body
        labels = []
        role = .function
    }

    /// Creates the same function in another role.
    init(_ function: HostFunction, as role: Role, labels: [String] = []) {
        name = function.name
        body = function.body
        self.labels = labels
        self.role = role
    }

    /// Returns the same function with labels for its arguments in messages.
    ///
    ///     let add = HostFunction("add") { (a: Int, b: Int) in a + b }.labeled("left", "right")
    ///
    /// - Parameter labels: The labels, in the order of the arguments.
    /// - Returns: The function with the labels.
    public func labeled(_ labels: String...) -> HostFunction {
        HostFunction(self, as: role, labels: labels)
    }

    /// How scripts use a function, which messages about its arguments depend on.
    enum Role: Sendable {
        case function
        /// Called with a receiver before the arguments.
        case method
        /// Called with a receiver and a value.
        case setter
    }
}

/// The result of a host function.
@frozen public struct LuaReturn: Sendable {
    /// The code for the shim: a number of values, or what to do.
    @usableFromInline let code: Int32

    @inlinable init(code: Int32) {
        self.code = code
    }

    /// Returns the values that were pushed last.
    ///
    /// - Parameter count: The number of values.
    /// - Returns: The result of the function.
    @inlinable public static func values(_ count: Int) -> LuaReturn {
        LuaReturn(code: count < 0 ? .min : Int32(truncatingIfNeeded: count))
    }

    /// Yields the values that were pushed last from the calling coroutine.
    ///
    ///     let pause = HostFunction(name: "pause") { call in .yield(0) }
    ///
    /// The values that the next `resume` passes become the results of the function. The script gets an error outside of a coroutine, or
    /// when a library function or a metamethod between the coroutine and the call prevents yielding.
    ///
    /// - Parameter count: The number of values.
    /// - Returns: The result of the function.
    public static func yield(_ count: Int) -> LuaReturn {
        LuaReturn(code: count < 0 ? .min : Int32(MW_YIELD) - Int32(truncatingIfNeeded: count))
    }
}
