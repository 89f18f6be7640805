public import MoonwireValues

/// Hooks of the application. They form one list with those of the scripts: higher priority first, then Swift before scripts, then
/// the written order.
extension Registrations {
    /// Lets a closure put another instance in the place of one that was just built, before anybody sees it.
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

    /// Runs a closure on each instance that was just built, before anybody else sees it.
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

    /// Tells a closure of the instances that somebody gets, or that the container lets go of.
    public mutating func addHook<T>(
        _ point: HookPoint.Instance, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (T, HookInfo) throws -> Void
    ) {
        add(point.event, point.target, priority, once, file, line) { arguments, info in
            try body(try arguments.object(0, info), info)
            return .nothing
        }
    }

    /// Tells a closure of a slot that was filled: the value, which is visible in the slot already, and the owner.
    public mutating func addHook<T, Owner>(
        _ point: HookPoint.Injected, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (T, Owner, HookInfo) throws -> Void
    ) {
        add(.injected, point.target, priority, once, file, line) { arguments, info in
            try body(try arguments.object(0, info), try arguments.object(1, info), info)
            return .nothing
        }
    }

    /// Tells a closure of builds that failed; what it throws goes to the container's diagnostics.
    public mutating func addHook(
        _ point: HookPoint.Failed, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (ContainerError, HookInfo) throws -> Void
    ) {
        add(.failed, point.target, priority, once, file, line) { arguments, info in
            if case .error(let error) = arguments[0] { try body(error, info) }
            return .nothing
        }
    }

    /// Tells a closure of definitions at load, when no service can be built yet; what it throws is a fault.
    public mutating func addHook(
        _ point: HookPoint.Registered, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RegisteredDefinition, HookInfo) throws -> Void
    ) {
        add(.registered, point.target, priority, once, file, line) { arguments, info in
            if case .definition(let definition) = arguments[0] { try body(definition, info) }
            return .nothing
        }
    }

    /// Tells a closure what a reload changes.
    public mutating func addHook(
        _ point: HookPoint.Reload, priority: Int = 0, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ plan: PlainValue, HookInfo) throws -> Void
    ) {
        add(point.event, nil, priority, once, file, line) { arguments, info in
            try body(arguments.value(0), info)
            return .nothing
        }
    }

    /// Tells a closure of a value that changed: its name, the new value and the old one; null stands for objects.
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
