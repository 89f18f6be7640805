public import MoonwireValues

/// What a hook does, as the container calls it.
public protocol CallableHookFunction: HookFunction {
    /// Runs with the arguments of the event, of which `info` is the last.
    func run(_ arguments: [HookArgument], _ info: HookInfo) throws -> HookAnswer
}

extension HookFunction {
    /// The same function as a callable one. A hook is never created from a function that cannot be called.
    var callable: any CallableHookFunction {
        guard let callable = self as? any CallableHookFunction else {
            preconditionFailure("Moonwire: the function of a hook cannot be called")
        }
        return callable
    }
}

/// One argument of a hook.
public enum HookArgument {
    /// An instance; scripts do not keep a weak one alive.
    case object(AnyObject, isWeak: Bool)
    /// Plain data; null for a value that is not plain data.
    case value(Value)
    case definition(RegisteredDefinition)
    case error(ContainerError)
}

/// What a hook gave back.
public enum HookAnswer {
    case nothing
    /// The replacement of the object, for ``HookEvent/created``.
    case replacement(AnyObject)
    /// A veto of the reload, for ``HookEvent/reloading``, with an optional reason.
    case veto(String?)
}

/// A definition as hooks see it.
public struct RegisteredDefinition: Sendable, Hashable {
    public let id: String
    /// The name of the type, when it is known before the service is built.
    public let type: String?
    public let scope: Scope
    public let tags: [String]
    /// The line that says it.
    public let location: ScriptLocation?
}
