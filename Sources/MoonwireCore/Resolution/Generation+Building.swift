import MoonwireSupport
import MoonwireValues

extension Generation {
    /// Builds a new instance, and records it if there are recordings.
    ///
    /// `given` are its arguments, which the caller keeps alive.
    func build(_ service: PlannedService, _ given: GivenArguments? = nil) throws -> AnyObject {
        guard isOpen else { throw ContainerError(.builtTooEarly(service.definition)) }
        if context.current.recordings.isEmpty { return try assemble(service, given) }
        return try context.current.recordings.noting(service, of: self) { try assemble(service, given) }
    }

    /// Constructs, injects slots, sets, calls, and configures.
    @inline(__always) private func assemble(
        _ service: PlannedService, _ given: GivenArguments?
    ) throws -> AnyObject {
        let resolution = Resolution.current
        return try resolution.building(service, given) {
            try construct(service, resolution, steps: service.steps.count) { instance, made in
                if service.hooks == nil, instances.takeovers.isEmpty {
                    reportUnmadeSlots(of: instance, builtAs: service)
                    return instance
                }
                return try completed(instance, service, &made)
            }
        }
    }

    /// Constructs, injects slots, runs the first steps, and then `body`, which returns the instance that counts and adds others to what
    /// was made.
    ///
    /// An error has its path, and what was made is stopped.
    @inline(__always) func construct(
        _ service: PlannedService, _ resolution: Resolution, steps count: Int,
        then body: (AnyObject, inout [AnyObject]) throws -> AnyObject
    ) throws -> AnyObject {
        var current: Int?
        var made: [AnyObject] = []
        do {
            if service.hooks != nil { try hookRunner.building(service) }
            var instance = try make(by: service.maker, for: service)
            if service.isStopped { made = [instance] }
            try fillSlots(of: instance, builtAs: service)
            for number in 0..<count {
                current = number
                guard let changed = try run(service.steps[number], number: number, on: instance, service) else {
                    continue
                }
                instance = changed
                if service.isStopped { made = [changed] }
            }
            return try body(instance, &made)
        } catch {
            let error = traced(error, service, resolution, step: current)
            abandon(made, service)
            throw error
        }
    }

    /// Calls hooks, and takes over the state of a replaced instance; adds what hooks replace the instance by to `made`.
    @inline(never) func completed(
        _ instance: AnyObject, _ service: PlannedService, _ made: inout [AnyObject]
    ) throws -> AnyObject {
        var final = instance
        if service.hooks != nil {
            final = try hookRunner.created(instance, service) { if service.isStopped { made.append($0) } }
        }
        if !instances.takeovers.isEmpty { try takeOverState(for: final, service) }
        if made.count > 1 { instances.replacedByHooks.note(made.dropLast(), at: service.index) }
        reportUnmadeSlots(of: final, builtAs: service)
        return final
    }

    /// The error of a build, with its path; hooks have run.
    @inline(never) func traced(
        _ error: any Error, _ service: PlannedService, _ resolution: Resolution, step: Int? = nil
    ) -> ContainerError {
        guard let error = error as? ContainerError else {
            let written = written(error, in: service, step: step)
            let failure = Diagnostic.buildFailed(service.definition, written, step: step, path: resolution.ids)
            return failed(service, secrets.masked(ContainerError(failure, underlying: error)))
        }
        // Further out on the path, the error already has its path and is masked.
        return failed(service, error.isTraced ? error : secrets.masked(error.needed(by: resolution.ids)))
    }

    /// The same error, with the keys of maps as they are written.
    private func written(_ error: any Error, in service: PlannedService, step: Int?) -> any Error {
        guard let error = error as? ConversionError, let name = error.path.first,
            let value = service.writtenValue(of: name, inStep: step)
        else { return error }
        let inner = ConversionError(error.reason, path: Array(error.path.dropFirst()))
        return parameters.evaluator.written(inner, in: value).at(name)
    }

    /// Runs a function that takes part in a build, with a resolver whose requests count while it runs.
    func withResolver<R>(_ body: (ServiceResolver) throws -> R) rethrows -> R {
        let session = BuildSession(self, Resolution.current)
        defer { session.end() }
        return try body(ServiceResolver(self, for: session))
    }

    func make(by maker: PlannedService.Maker, for service: PlannedService) throws -> AnyObject {
        switch maker {
        case .call(let callable, let arguments):
            return try result(of: callable, on: nil, arguments, service)
        case .method(let callable, let receiver, let arguments):
            return try result(of: callable, on: try object(receiver), arguments, service)
        case .lateMethod(let name, let receiver, let arguments):
            let object = try object(receiver)
            let callable = try factory(name, of: object, service)
            return try result(of: callable, on: object, try match(arguments, callable, of: object, service), service)
        case .function(let function, let arguments):
            let arguments = try arguments.map { try settled($0) }
            let made = try withExtendedLifetime(arguments) {
                try withResolver { try function.make($0, arguments: arguments.map { readable($0) }) }
            }
            guard let made else {
                throw ContainerError(.builtNothing(service.definition))
            }
            return made
        case .swift(let body):
            if body.begin != nil { throw mustHaveBeenAwaited(service) }
            if let make = body.makeWithArguments { return try result(of: make, service) }
            return try withResolver { try body.make($0) }
        case .supplied: throw ContainerError(.notSupplied(service.definition, path: Resolution.current.ids))
        }
    }

    /// Returns the changed copy of a value by which a call replaces it; nil if the instance is still the same.
    func run(
        _ step: PlannedService.Step, number: Int, on instance: AnyObject, _ service: PlannedService
    ) throws -> AnyObject? {
        switch try settled(step) {
        case nil: break
        case .set(let property, let value): try set(property, on: instance, value, service, step: number)
        case .lateSet(let name, let value):
            try set(try property(name, of: instance, service, step: number), on: instance, value, service, step: number)
        case .call(let callable, let arguments):
            return try changed(by: callable, instance, arguments, service)
        case .lateCall(let name, let arguments):
            let callable = try method(name, of: instance, service)
            guard let arguments = try settled(try match(arguments, callable, of: instance, service)) else { break }
            checkResult(of: callable, on: instance, service, step: number)
            return try changed(by: callable, instance, arguments, service)
        case .configure(let function): try withResolver { try function.configure(instance, $0) }
        }
        return nil
    }

    /// Calls a method as a step of a build; returns the changed copy of a value.
    private func changed(
        by callable: Callable, _ instance: AnyObject, _ arguments: PlannedArguments, _ service: PlannedService
    ) throws -> AnyObject? {
        if callable.begin != nil { throw mustHaveBeenAwaited(service, at: callable) }
        return changed(by: callable, instance, try call(callable, on: instance, arguments))
    }

    /// The result of a method if it is a changed copy of the value.
    func changed(by callable: Callable, _ instance: AnyObject, _ result: AnyObject?) -> AnyObject? {
        guard result != nil, let type = exposure(of: instance)?.description, callable.signature.returnsChanged(type)
        else { return nil }
        return result
    }

    /// Reports that the result of a method is lost; for a type that is known earlier, validation does.
    func checkResult(of callable: Callable, on instance: AnyObject, _ service: PlannedService, step: Int) {
        guard let type = exposure(of: instance)?.description, callable.signature.isResultIgnored(of: type) else {
            return
        }
        let definition = service.definition
        let field = definition.fieldPath(ofStep: step)
        let warning = Diagnostic.droppedResult(
            callable.signature, of: type, definition, at: definition.location(of: field))
        if reports.droppedResults.withLock({ $0.insert("\(warning)").inserted }) {
            reports.diagnostics.report([warning])
        }
    }

    private func set(
        _ property: PropertyAccess, on instance: AnyObject, _ value: PlannedValue, _ service: PlannedService,
        step: Int
    ) throws {
        let name = property.description.name
        guard let set = property.set else { throw ConversionError(.custom("cannot be set")).at(name) }
        do {
            try set(instance, source, value.position)
        } catch let error as ContainerError where error.isOfSlot {
            let valuePath = service.definition.valuePath(of: name, inStep: step)
            throw ContainerError(
                error.diagnostics.map { .refusedValue($0, service.definition, at: valuePath) },
                underlying: error.underlying)
        }
    }

    private func property(
        _ name: String, of object: AnyObject, _ service: PlannedService, step: Int
    ) throws -> PropertyAccess {
        let exposure = exposure(of: object)
        let location = service.definition.location(of: service.definition.fieldPath(ofStep: step))
        guard let property = exposure?.properties[name] else {
            let known = exposure.map { $0.properties.keys.sorted() } ?? []
            throw ContainerError(
                .unknownProperty(name, of: typeName(type(of: object)), service.definition, known, at: location))
        }
        guard property.set != nil else {
            guard let type = exposure?.description else { return property }
            throw ContainerError(.readOnlyProperty(name, of: type, service.definition, at: location))
        }
        return property
    }

    func result(
        of callable: Callable, on receiver: AnyObject?, _ arguments: PlannedArguments, _ service: PlannedService
    ) throws -> AnyObject {
        if callable.begin != nil { throw mustHaveBeenAwaited(service, at: callable) }
        if let made = try call(callable, on: receiver, arguments) { return made }
        throw ContainerError(.builtNothing(service.definition))
    }

    func call(
        _ callable: Callable, on receiver: AnyObject?, _ arguments: PlannedArguments
    ) throws -> AnyObject? {
        if callable.begin != nil { throw ContainerError(.asynchronousMember(callable.signature, at: nil)) }
        guard let arguments = try settled(arguments) else { return nil }
        if let wrappers = context.current.wrappers, wrappers.areInUse, let receiver {
            let wraps = wrappers.wraps(of: receiver, callable.signature.name)
            if !wraps.isEmpty { return try call(callable, on: receiver, arguments.wrapped, through: wraps) }
        }
        return try callDirectly(callable, on: receiver, arguments)
    }

    /// Calls a member without its wrappers.
    func callDirectly(
        _ callable: Callable, on receiver: AnyObject?, _ arguments: PlannedArguments
    ) throws -> AnyObject? {
        var result: AnyObject?
        try withUnsafeMutablePointer(to: &result) { slot in
            let writer = ValueWriter(source, slot: Int(bitPattern: slot))
            // A position owns nothing: values that were planned for this call alone must outlive it.
            try withExtendedLifetime(arguments) {
                try callable.invoke(receiver, Call(source: source, arguments: arguments.position, result: writer))
            }
        }
        return result
    }

    /// The instance that a factory creates from the arguments of a resolve.
    private func result(of make: SwiftFactoryBody.MakeWithArguments, _ service: PlannedService) throws -> AnyObject {
        try withGivenArguments(of: service) { call in try withResolver { try make($0, call) } }
    }

    /// Reads the arguments of an asynchronous factory.
    func begin(
        _ begin: SwiftFactoryBody.Begin, _ service: PlannedService, _ resolver: ServiceResolver
    ) throws -> SwiftFactoryBody.Begun {
        try withGivenArguments(of: service) { try begin(resolver, $0) }
    }

    private func withGivenArguments<R>(of service: PlannedService, _ body: (Call) throws -> R) rethrows -> R {
        let given = Resolution.current.givenArguments
        let arguments = PlannedArguments(service.arguments?.names.map { given?[$0] } ?? [])
        return try withExtendedLifetime(arguments) {
            try body(Call(source: source, arguments: arguments.position, result: ValueWriter(source, slot: 0)))
        }
    }

    func object(_ value: PlannedValue) throws -> AnyObject {
        try ValueReader(source, position: value.position).object()
    }

    func method(_ name: String, of object: AnyObject, _ service: PlannedService) throws -> Callable {
        let exposure = exposure(of: object)
        if let callable = exposure?.methods[name] { return callable }
        throw ContainerError(
            .unknownMethod(
                name, of: typeName(type(of: object)), isStatic: false, service.definition,
                exposure.map { $0.methods.keys.sorted() } ?? [], at: service.definition.origin.location))
    }

    func factory(_ name: String, of object: AnyObject, _ service: PlannedService) throws -> Callable {
        let exposure = exposure(of: object)
        if let callable = exposure?.factory(named: name) { return callable }
        let known = exposure.map { $0.methods.keys.sorted() + $0.properties.keys.sorted() } ?? []
        throw ContainerError(
            .unknownFactory(
                name, of: typeName(type(of: object)), service.definition, known,
                at: service.definition.origin.location))
    }

    func match(
        _ arguments: Arguments, _ callable: Callable, of receiver: AnyObject, _ service: PlannedService
    ) throws -> PlannedArguments {
        let match = ArgumentMatch(arguments, against: callable.signature.arguments)
        guard match.fits else {
            let callee = "\(typeName(type(of: receiver))).\(callable.signature.name)"
            throw ContainerError(
                match.faults.map {
                    .arguments(
                        $0, of: callee, callable.signature, service.definition, at: service.definition.origin.location)
                })
        }
        return plan.planned(arguments, for: callable.signature)
    }

    private func readable(_ arguments: PlannedService.FunctionArguments) -> ListedArguments {
        ListedArguments(
            positional: arguments.positional.map { ValueReader(source, position: $0.position) },
            named: arguments.named.map { ($0.name, ValueReader(source, position: $0.value.position)) })
    }
}

extension Generation {
    /// The members of an object for scripts; a type that the application only registered provides them itself.
    func exposure(of object: AnyObject) -> Exposure? {
        let type = dynamicType(of: object)
        return plan.registry.exposure(of: type) ?? (type as? any Exposed.Type)?.exposure
    }
}
