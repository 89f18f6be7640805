import LuaRuntime
import Moonwire
package import MoonwireCore
import MoonwireValues

/// A function of an implementation, which is called with the owner of the slot: `try screen.open(3)`.
///
/// `Action<String, Int>` takes an integer and returns a string; `Action<Void>` takes and returns nothing. An action refers weakly to
/// its owner, and works until its container ends.
public struct Action<R, each A> {
    private let function: LuaFunction
    private let title: String
    private let target: ActionTarget

    /// Calls the function with the owner and the arguments.
    ///
    /// - Parameter arguments: The arguments.
    /// - Returns: The result of the function.
    /// - Throws: The error of the function; ``ContainerError`` if its result has another type, or after the owner or the container has ended.
    public func callAsFunction(_ arguments: repeat each A) throws -> R {
        guard let owner = target.owner else { throw ContainerError(.actionWithoutOwner(title, at: function.definedAt)) }
        guard let wrappers = target.wrappers else { throw ContainerError(.noObjects(title, at: function.definedAt)) }
        let result = try function.call { stack in
            var count = 1
            try stack.push(owner: owner)
            for argument in repeat each arguments {
                try stack.push(instance: isNothing(argument) ? nil : boxed(unwrappedValue(argument)))
                count += 1
            }
            return count
        } read: { stack, base, count in
            count > 0 ? try WrappedValue(ValueReader(stack, position: base)) : WrappedValue(object: nil)
        }
        do { return try wrappers.read(result, as: R.self) } catch let error as ConversionError {
            throw wrappers.masked(
                ContainerError(.actionResult(title, error, at: function.definedAt), underlying: error))
        }
    }
}

extension Action: OwnerAction {
    package init?(
        _ function: any AnyObject & Sendable, owner: AnyObject, _ slot: String, _ wrappers: MethodWrappers
    ) {
        guard let function = function as? LuaFunction else { return nil }
        self.function = function
        title = slot
        target = ActionTarget(owner, wrappers)
    }
}

/// The owner of an action, and what reads its results; neither is kept alive.
private final class ActionTarget {
    weak var owner: AnyObject?
    weak var wrappers: MethodWrappers?

    init(_ owner: AnyObject, _ wrappers: MethodWrappers) {
        self.owner = owner
        self.wrappers = wrappers
    }
}
