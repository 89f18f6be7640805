import MoonwireSupport

/// A function that is called instead of a method, and that can call it.
package protocol WrapFunction: Sendable {}

/// A wrapper of the methods with a name, of the objects of a type.
package final class MethodWrap: Sendable {
    /// The Swift type; its subclasses count as well.
    package let type: Any.Type
    /// The name of the method, or of the overridable member.
    package let member: String
    package let function: any WrapFunction
    package let mark: WrapMark
    package let origin: Origin

    package init(_ type: Any.Type, _ member: String, _ function: any WrapFunction, _ mark: WrapMark, _ origin: Origin) {
        self.type = type
        self.member = member
        self.function = function
        self.mark = mark
        self.origin = origin
    }
}

/// Whether a wrapper was undone; it does not keep the wrapper alive.
package final class WrapMark: Sendable {
    private struct State {
        var isUndone = false
        var remove: (@Sendable (WrapMark) -> Void)?
    }

    private let state = Lock(State())

    package init() {}

    package var isUndone: Bool { state.withLock { $0.isUndone } }

    /// Stores what removes the wrapper from the container to which it was added.
    package func whenUndone(_ remove: @escaping @Sendable (WrapMark) -> Void) {
        state.withLock { $0.remove = remove }
    }

    /// Undoes the wrapper; a second call does nothing.
    package func undo() {
        let remove = state.withLock { state in
            state.isUndone = true
            return state.remove.take()
        }
        remove?(self)
    }
}
