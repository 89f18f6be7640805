package import MoonwireValues

/// What a hook does, as the container calls it.
package protocol CallableHookFunction: HookFunction {
    /// Runs with the arguments of the event, of which `info` is the last.
    func run(_ arguments: [HookArgument], _ info: HookInfo) throws -> HookAnswer
}

extension HookFunction {
    /// The same function as a callable one.
    ///
    /// A hook is never created from a function that cannot be called.
    var callable: any CallableHookFunction {
        guard let callable = self as? any CallableHookFunction else {
            preconditionFailure("Moonwire: the function of a hook cannot be called")
        }
        return callable
    }
}

/// One argument of a hook.
package enum HookArgument {
    /// An instance; scripts do not keep a weak one alive.
    case object(AnyObject, isWeak: Bool)
    /// Plain data; null for a value that is not plain data.
    case value(PlainValue)
    case definition(RegisteredDefinition)
    case error(ContainerError)
}

/// What a hook gave back.
package enum HookAnswer {
    case nothing
    /// The replacement of the object, for ``HookEvent/created``.
    case replacement(AnyObject)
    /// A veto of the reload, for ``HookEvent/reloading``, with an optional reason.
    case veto(String?)
}
