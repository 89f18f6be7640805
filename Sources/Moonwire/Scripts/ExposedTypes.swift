public import LuaRuntime
public import MoonwireCore
import MoonwireValues

extension Interpreter {
    /// Lets scripts use the properties and methods of an exposed type's objects.
    ///
    /// A container does this for its types; call it for an interpreter of your own:
    ///
    /// ```swift
    /// let lua = try Interpreter()
    /// try lua.expose(Engine.exposure)
    /// ```
    ///
    /// - Parameter exposure: The exposure of the type.
    /// - Throws: ``ContainerError`` if the exposure contains a name twice.
    public func expose(_ exposure: Exposure) throws {
        guard exposure.faults.isEmpty else { throw ContainerError(exposure.faults) }
        register(ExposedTypes.objectClass(exposure), for: exposure.objectType)
    }
}

/// Registers exposed types with an interpreter: their constructors, and the members of their objects.
struct ExposedTypes {
    private let interpreter: Interpreter
    private let link: LateResolver
    private let wrappers: MethodWrappers?

    init(_ interpreter: Interpreter, _ link: LateResolver, wrappers: MethodWrappers? = nil) {
        self.interpreter = interpreter
        self.wrappers = wrappers
        self.link = link
    }

    /// Classes of objects are described when a script first receives one: a wiring that only names types needs none of them.
    func install(_ types: TypeRegistry) throws {
        interpreter.describeClasses { [wrappers, link] in
            types.exposure(ofObjects: $0).map { Self.objectClass($0, wrappers, link) }
        }
        // Those that only a manifest describes can be named, but nothing of them is ever built.
        for (name, exposure) in types.named where name.isName {
            try interpreter.setGlobal(name, to: exposure.map(constructor) ?? refusal(name))
        }
        try interpreter.setGlobal("types", field: field(types))
    }

    /// `types["Repository<Item>"]`: a constructor by any name of its type, for names that are not names of Lua.
    private func field(_ types: TypeRegistry) -> HostFunction {
        HostFunction(name: "types") { [link] call in
            let name = try call.argument(1)?.string() ?? ""
            let exposure = try types.exposure(named: name, at: call.callSite)
            call.stack.pushFunction(exposure.map { Self.constructor($0, link) } ?? Self.refusal(name))
            return .values(1)
        }
    }

    private func constructor(_ exposure: Exposure) -> HostFunction { Self.constructor(exposure, link) }

    private func refusal(_ type: String) -> HostFunction { Self.refusal(type) }

    private static func refusal(_ type: String) -> HostFunction {
        HostFunction(name: type) { call in
            throw ContainerError(.notWhileReading("\(type) { … }", at: call.callSite))
        }
    }

    static func objectClass(
        _ exposure: Exposure, _ wrappers: MethodWrappers? = nil, _ link: LateResolver? = nil
    ) -> HostClass {
        let type = exposure.description.name
        let properties = exposure.properties.mapValues(\.forManyUses)
        let known = Array(exposure.methods.keys) + Array(properties.keys)
        var look = HostClass(
            name: type,
            methods: exposure.methods.mapValues { method("\(type).\($0.signature.name)", $0, wrappers, link) },
            getters: properties.mapValues { getter(type, $0) },
            setters: properties.compactMapValues { setter(type, $0) },
            unknownMember: HostFunction(name: type) { call in
                let name = try call.argument(1)?.string() ?? ""
                let location = call.callSite
                // An assignment brings its value along.
                if call.count > 2, known.contains(name) {
                    throw ContainerError(.readOnlyMember(name, of: type, at: location))
                }
                throw ContainerError(.unknownMember(name, of: type, known: known, at: location))
            })
        look.refusesUnknownMembers = true
        look.isSendable = exposure.description.isSendable
        return look
    }

    private static func method(
        _ name: String, _ method: Callable, _ wrappers: MethodWrappers?, _ link: LateResolver?
    ) -> HostFunction {
        let invoke = method.invoke
        let signature = method.signature
        let labels = signature.arguments.map(\.label)
        let caller = method.takesHandle ? link : nil
        if signature.isAsync { return HostFunction(name: name) { throw asynchronousMember(name, $0) } }
        return HostFunction(name: name) { call in
            // The first argument is the object.
            if call.count > labels.count + 1 { try refuseSurplus(name, signature, call) }
            do {
                let receiver = call.position(0) == 0 ? nil : try call.stack.object(at: call.position(0))
                if let wrappers, wrappers.areInUse, let receiver,
                    try passing(caller, { try wrappers.call(method, on: receiver, call.values(from: 1)) })
                {
                    return .values(1)
                }
                if caller != nil {
                    try passing(caller) { try invoke(receiver, call.values(from: 1)) }
                } else {
                    try invoke(consume receiver, call.values(from: 1))
                }
            } catch {
                call.stack.enterAgain()
                throw located(name, call, error) { path in
                    // The path begins with the argument's label.
                    let index = labels.firstIndex { $0 == path.first } ?? 0
                    return call.location(of: Array(path.dropFirst()), inArgument: index + 1)
                }
            }
            return .values(1)
        }
    }

    private static func getter(_ type: String, _ property: PropertyAccess) -> HostFunction {
        let name = "\(type).\(property.description.name)"
        let get = property.get
        return HostFunction(name: name) { call in
            let stack = call.stack
            do { try get(try stack.object(at: call.position(0)), stack, stack, LuaStack.reserved) } catch {
                stack.enterAgain()
                throw located(name, call, error) { _ in call.callSite }
            }
            return .values(1)
        }
    }

    /// The setter of a property; nil if it cannot be set.
    private static func setter(_ type: String, _ property: PropertyAccess) -> HostFunction? {
        guard property.description.isWritable, let set = property.set else { return nil }
        let name = "\(type).\(property.description.name)"
        return HostFunction(name: name) { call in
            do {
                guard let receiver = try call.stack.object(at: call.position(0)) else { return .values(0) }
                try set(consume receiver, call.stack, call.position(1))
            } catch {
                call.stack.enterAgain()
                guard let error = error as? ConversionError else { throw located(name, call, error) { _ in nil } }
                throw ContainerError(.badValue(property.description.name, of: type, error, at: call.callSite))
            }
            return .values(0)
        }
    }

    /// `Type { label = value }`, in functions that run once the wiring is in order.
    private static func constructor(_ exposure: Exposure, _ link: LateResolver) -> HostFunction {
        let type = exposure.description.name
        let takesHandle = exposure.initializers.contains(where: \.takesHandle)
        return HostFunction(name: type) { call in
            guard !link.isReading else {
                throw ContainerError(.notWhileReading("\(type) { … }", at: call.callSite))
            }
            guard call.count <= 1 else {
                throw ContainerError(
                    .surplusArguments(type, 1, call.count, "\(type) { label = value }", at: call.callSite)
                )
                .called(from: call.callLocations)
            }
            do { try passing(takesHandle ? link : nil) { try Self.construct(exposure, call) } } catch {
                call.stack.enterAgain()
                throw located(type, call, error) { call.location(of: $0, inArgument: 0) }
            }
            return .values(1)
        }
    }

    // Static, lest the interpreter's own functions keep it alive.
    private static func construct(_ exposure: Exposure, _ call: LuaCall) throws {
        let given = try countOfLabels(exposure.description.name, call)
        let first = call.stack.top + 1
        let fitting = try exposure.initializers.first { try pushArguments($0.signature.arguments, given, call) }
        guard let fitting else {
            throw ContainerError(
                .constructorArguments(
                    exposure.description.name, exposure.initializers.map(\.signature), given: labels(call),
                    at: call.callSite))
        }
        if fitting.signature.isAsync {
            throw asynchronousMember("the initializer of \(exposure.description.name)", call)
        }
        let arguments = LuaStack.arguments(from: first, through: call.stack.top)
        let result = call.stack.reservedWriter
        try fitting.invoke(nil, Call(source: call.stack, arguments: arguments, result: result))
    }

    /// Pushes the arguments of an initializer; false, and pushes nothing, if the table has other fields, or lacks one.
    private static func pushArguments(_ arguments: [ArgumentDescription], _ given: Int, _ call: LuaCall) throws -> Bool
    {
        let stack = call.stack
        let table = call.position(0)
        try stack.ensureRoom(arguments.count + 8)
        var found = 0
        var isComplete = true
        // By index, so that no description is copied.
        for index in arguments.indices {
            if table == 0 { stack.pushNil() } else { stack.rawGet(table, key: arguments[index].label) }
            if stack.luaType(at: stack.top) != .nil {
                found += 1
            } else if !arguments[index].isOptional {
                isComplete = false
            }
        }
        // Labels are different, so that there are no other fields if all of them are arguments.
        if isComplete, found == given { return true }
        stack.pop(arguments.count)
        return false
    }

    /// The number of fields in the table with the arguments.
    private static func countOfLabels(_ type: String, _ call: LuaCall) throws -> Int {
        guard call.position(0) != 0 else { return 0 }
        guard call.stack.luaType(at: call.position(0)) == .table else {
            throw ContainerError(.expectsLabels(type, found: call.found(0), at: call.callSite))
        }
        var count = 0
        call.stack.pushNil()
        while call.stack.next(call.position(0)) {
            call.stack.pop(1)
            count += 1
        }
        return count
    }

    private static func labels(_ call: LuaCall) -> [String] {
        guard call.position(0) != 0 else { return [] }
        var labels: [String] = []
        call.stack.pushNil()
        while call.stack.next(call.position(0)) {
            call.stack.pop(1)
            let position = call.stack.integer(at: call.stack.top).map { "#\($0)" } ?? "?"
            labels.append(call.stack.text(at: call.stack.top) ?? position)
        }
        return labels.sorted()
    }
}

/// Calls a member that takes a handle for the container of the script.
private func passing<R>(_ caller: LateResolver?, _ body: () throws -> R) throws -> R {
    guard let resolver = caller?.current else { return try body() }
    return try resolver.calling(body)
}

/// Refuses a call with more arguments than the method takes; a call that lacks the object itself is refused for that.
private func refuseSurplus(_ method: String, _ signature: Signature, _ call: LuaCall) throws {
    guard call.stack.luaType(at: call.position(0)) == .userdata else { return }
    throw ContainerError(.surplusArguments(method, signature, given: call.count - 1, at: call.callSite))
        .called(from: call.callLocations)
}

/// The error of a script that calls an asynchronous member.
private func asynchronousMember(_ member: String, _ call: LuaCall) -> ContainerError {
    ContainerError(.asynchronousMember(member, at: call.callSite)).called(from: call.callLocations)
}

/// Adds the member and the line of the script to a conversion error.
private func located(
    _ callee: String, _ call: LuaCall, _ error: any Error, location: (_ path: [String]) -> ScriptLocation?
) -> any Error {
    if let error = error as? ContainerError, error.isOfSlot {
        return ContainerError(
            error.diagnostics.map { .refusedAccess($0, callee, at: call.callSite) }, underlying: error.underlying)
    }
    guard let error = error as? ConversionError else { return error }
    let location = location(error.path)
    // A function that helps to write scripts makes the call, but the mistake is its caller's.
    let callers = call.callLocations.dropFirst()
    return ContainerError(.badArgument(callee, error, at: location), underlying: error)
        .called(from: [location].compactMap(\.self) + callers)
}
