public import MoonwireValues

/// Hooks of the application. They form one list with those of the scripts: higher priority first, then Swift before scripts, then
/// the written order.
extension Registrations {
    /// Adds a hook that can replace an instance directly after it is built, before other code receives it.
    ///
    /// `services.addHook(.created("mailer")) { (mailer: inout any Mailing, info) in mailer = LoggingMailer(mailer) }`
    public mutating func addHook<T>(
        _ point: HookPoint.Created, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (inout T, HookInfo) throws -> Void
    ) {
        add(.created, point.target, priority, once, file, line) { arguments, info in
            var instance: T = try arguments.object(0, info)
            try body(&instance, info)
            return .replacement(boxed(instance))
        }
    }

    /// Adds a hook that runs directly after an instance is built, before other code receives it.
    ///
    /// `services.addHook(.created("mailer")) { (mailer: Mailer, info) in mailer.host = try info.parameter("host") }`
    public mutating func addHook<T>(
        _ point: HookPoint.Created, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (T, HookInfo) throws -> Void
    ) {
        add(.created, point.target, priority, once, file, line) { arguments, info in
            try body(try arguments.object(0, info), info)
            return .nothing
        }
    }

    /// Adds a hook that runs when an instance is resolved, or when the container releases it.
    public mutating func addHook<T>(
        _ point: HookPoint.Instance, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (T, HookInfo) throws -> Void
    ) {
        add(point.event, point.target, priority, once, file, line) { arguments, info in
            try body(try arguments.object(0, info), info)
            return .nothing
        }
    }

    /// Adds a hook that runs after a slot is filled, with the value, which the slot already has, and the owner.
    public mutating func addHook<T, Owner>(
        _ point: HookPoint.Injected, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (T, Owner, HookInfo) throws -> Void
    ) {
        add(.injected, point.target, priority, once, file, line) { arguments, info in
            try body(try arguments.object(0, info), try arguments.object(1, info), info)
            return .nothing
        }
    }

    /// Adds a hook that runs directly before an instance is built; if it throws, the build fails with its error.
    public mutating func addHook(
        _ point: HookPoint.Building, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (HookInfo) throws -> Void
    ) {
        add(.building, point.target, priority, once, file, line) { _, info in
            try body(info)
            return .nothing
        }
    }

    /// Adds a hook that runs after a build fails; the container's diagnostics report the errors that it throws.
    public mutating func addHook(
        _ point: HookPoint.Failed, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (ContainerError, HookInfo) throws -> Void
    ) {
        add(.failed, point.target, priority, once, file, line) { arguments, info in
            if case .error(let error) = arguments[0] { try body(error, info) }
            return .nothing
        }
    }

    /// Adds a hook that runs for each definition at load, before services can be built; an error that it throws is a fault.
    public mutating func addHook(
        _ point: HookPoint.Registered, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RegisteredDefinition, HookInfo) throws -> Void
    ) {
        add(.registered, point.target, priority, once, file, line) { arguments, info in
            if case .definition(let definition) = arguments[0] { try body(definition, info) }
            return .nothing
        }
    }

    /// Adds a hook that runs before or after a reload, with the changes.
    public mutating func addHook(
        _ point: HookPoint.Reload, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ plan: PlainValue, HookInfo) throws -> Void
    ) {
        add(point.event, nil, priority, once, file, line) { arguments, info in
            try body(arguments.value(0), info)
            return .nothing
        }
    }

    /// Adds a hook that runs after a value changes, with its name, the new value, and the old one.
    ///
    /// A value that is an object is passed as null.
    public mutating func addHook(
        _ point: HookPoint.Change, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ name: String, _ new: PlainValue, _ old: PlainValue, HookInfo) throws -> Void
    ) {
        add(point.event, point.target, priority, once, file, line) { arguments, info in
            try body(info.id ?? "", arguments.value(1), arguments.value(2), info)
            return .nothing
        }
    }

    private mutating func add(
        _ event: HookEvent, _ target: HookTarget?, _ priority: Int, _ isOnce: Bool, _ file: String, _ line: Int,
        _ body: @escaping @Sendable ([HookArgument], HookInfo) throws -> HookAnswer
    ) {
        add(
            Hook(
                event, target, priority: priority, isOnce: isOnce,
                origin: Origin(ScriptLocation(file: file, line: line)), function: SwiftHook(body)))
    }
}
