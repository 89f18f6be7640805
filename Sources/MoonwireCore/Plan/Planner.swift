import MoonwireSupport
import MoonwireValues

/// Converts validated definitions to a plan: ids and labels become positions, and members are looked up.
struct Planner {
    private let graph: DefinitionGraph
    private let types: TypeRegistry
    private let services: ServiceTypes
    let hooks: HookPlan
    /// Parameters that determined a type, a factory, or a method, and are therefore fixed.
    private(set) var fixedParameters: Set<String> = []
    /// The values of the environment that were read for this.
    private(set) var fixedReadings: [EnvironmentReading: TextDigest?] = [:]

    init(_ graph: DefinitionGraph, types: TypeRegistry, hooks: HookPlan? = nil) {
        self.graph = graph
        self.types = types
        services = ServiceTypes(graph)
        self.hooks = hooks ?? HookPlan(graph)
    }

    mutating func plan() -> [PlannedService] {
        for name in graph.tags.parameterNames { fix(name) }
        return graph.definitions.enumerated().map { plan($1, at: $0, taking: graph.facts.arguments[$0]) }
    }

    /// Every id, including aliases, with the position of its service.
    var names: [(name: String, position: Int)] {
        graph.definitions.indices.compactMap { position in
            graph.table.target(ofDefinitionAt: position).map { (graph.definitions[position].id, $0) }
        }
    }

    /// A definition at a position of the plan, or a replacement of the one there, that takes these arguments.
    mutating func plan(
        _ definition: Definition, at index: Int, taking arguments: DeclaredArguments?
    ) -> PlannedService {
        let maker = maker(of: definition, at: index)
        let exposure = exposure(of: definition, at: index, maker)
        return PlannedService(
            index: index, definition: definition, maker: maker, steps: steps(of: definition, exposure),
            casters: casters(of: definition, exposure, maker), exposure: exposure,
            isSendable: isSendable(definition, exposure), cycle: cycle(of: definition, at: index), arguments: arguments,
            argumentDefaults: defaults(of: arguments),
            hooks: hooks.hooks(of: definition, at: index, exposure))
    }

    /// An override may have another scope than the cycle in which the overridden service is.
    private func cycle(of definition: Definition, at index: Int) -> ServiceCycle? {
        guard index >= 0, let cycle = graph.facts.cycles[index] else { return nil }
        return definition.scope == cycle.scope ? cycle : nil
    }

    private mutating func maker(of definition: Definition, at index: Int) -> PlannedService.Maker {
        switch definition.construction {
        case .type(let template):
            fix(template)
            let type = index < 0 ? services.type(of: definition).entry : graph.facts.types[index]
            let match = index < 0 ? type.flatMap(definition.initializer) : graph.facts.initializers[index]
            guard let exposure = type?.exposure, let match, match.arguments.fits else { return .supplied }
            return .call(exposure.initializers[match.position], plan(match.arguments))
        case .staticMethod(let template):
            fix(template)
            let name = services.text(template).flatMap { StaticMethodName($0) }
            let method = name.flatMap { types.entry(named: $0.type)?.exposure?.staticMethods[$0.method] }
            return method.map { .call($0, plan(definition.arguments, for: $0.signature)) } ?? .supplied
        case .method(let receiver, let template):
            fix(template)
            return method(services.text(template) ?? "", of: receiver, definition)
        case .function(let function): return .function(function.callable, functionArguments(definition.arguments))
        case .swift(let factory): return .swift(factory.callable)
        case .synthetic(let template):
            if let template { fix(template) }
            return .supplied
        case .alias: return .supplied
        }
    }

    private mutating func method(
        _ name: String, of receiver: WiredValue, _ definition: Definition
    ) -> PlannedService.Maker {
        fix(receiver: receiver)
        let planned = plan(receiver)
        if let maker = services.receiver(receiver), case .known(let type) = services.type(of: maker),
            let method = type.exposure?.factory(named: name)
        {
            return .method(method, of: planned, plan(definition.arguments, for: method.signature))
        }
        return .lateMethod(name, of: planned, definition.arguments)
    }

    private mutating func steps(of definition: Definition, _ exposure: Exposure?) -> [PlannedService.Step] {
        var steps: [PlannedService.Step] = []
        for setter in definition.setters {
            let value = plan(setter.value)
            steps.append(exposure?.properties[setter.name].map { .set($0, value) } ?? .lateSet(setter.name, value))
        }
        for call in definition.calls {
            if let method = exposure?.methods[call.method] {
                steps.append(.call(method, plan(call.arguments, for: method.signature)))
            } else {
                steps.append(.lateCall(call.method, call.arguments))
            }
        }
        if let configure = definition.configure { steps.append(.configure(configure.callable)) }
        return steps
    }

    /// By the created type, not by its name: another type may have the same name.
    private func exposure(
        of definition: Definition, at index: Int, _ maker: PlannedService.Maker
    ) -> Exposure? {
        switch maker {
        case .swift(let body): return body.exposure
        case .call(let callable, _), .method(let callable, _, _):
            // Most are created by an initializer of their own type.
            let expected = (index < 0 ? services.type(of: definition).entry : graph.facts.types[index])?.exposure
            if let expected, expected.type == callable.resultType { return expected }
            return types.exposure(of: unwrapped(callable.resultType))
        case .supplied:
            guard case .known(let type) = services.type(of: definition) else { return nil }
            return type.exposure
        case .lateMethod, .function: return nil
        }
    }

    private func casters(
        of definition: Definition, _ exposure: Exposure?, _ maker: PlannedService.Maker
    ) -> [AnyCaster] {
        if case .swift(let body) = maker {
            return [body.caster] + (exposure?.casters ?? []).filter { $0.target != body.caster.target }
        }
        // An alias is another name of a service, not another service that provides the type.
        if case .alias = definition.construction { return [] }
        return exposure?.casters ?? []
    }

    private func isSendable(_ definition: Definition, _ exposure: Exposure?) -> Bool {
        if case .swift(let factory) = definition.construction { return factory.isSendable }
        return exposure?.description.isSendable ?? true
    }

    private mutating func defaults(of arguments: DeclaredArguments?) -> [String: PlannedValue] {
        var defaults: [String: PlannedValue] = [:]
        for argument in arguments?.all ?? [] { defaults[argument.name] = argument.defaultValue.map { plan($0) } }
        return defaults
    }

    /// The arguments in the order of a signature.
    mutating func plan(_ arguments: Arguments, for signature: Signature) -> PlannedArguments {
        plan(ArgumentMatch(arguments, against: signature.arguments))
    }

    private mutating func plan(_ match: ArgumentMatch) -> PlannedArguments {
        PlannedArguments(match.slots.map { slot in match.value(slot).map { plan($0) } })
    }

    private mutating func functionArguments(_ arguments: Arguments) -> PlannedService.FunctionArguments? {
        guard !arguments.isEmpty else { return nil }
        return .init(
            positional: arguments.positional.map { plan($0) },
            named: arguments.labeled.sorted { $0.label < $1.label }.map { ($0.label, plan($0.value)) })
    }

    mutating func plan(_ value: WiredValue, isSecret: Bool = false) -> PlannedValue {
        switch value {
        case .value(let plain): return .plain(plain, isSecret: isSecret)
        case .template(let template): return PlannedValue(.template(template), isSecret: isSecret)
        case .parameter(let reference): return PlannedValue(.parameter(reference.name), isSecret: isSecret)
        case .environment(let reference): return PlannedValue(.environment(reference), isSecret: reference.isSecret)
        case .preference(let reference): return PlannedValue(.preference(reference.name), isSecret: isSecret)
        case .argument(let argument):
            return PlannedValue(
                .argument(argument.name, argument.defaultValue.map { plan($0, isSecret: isSecret) }), isSecret: isSecret
            )
        case .list(let elements):
            return PlannedValue(.list(elements.map { plan($0, isSecret: isSecret) }), isSecret: isSecret)
        case .map(let entries):
            let sorted = entries.sorted { $0.key < $1.key }
            return PlannedValue(
                .map(sorted.map { (PlannedValue(.value(.text($0.key))), plan($0.value, isSecret: isSecret)) }),
                isSecret: isSecret)
        case .keyedMap(let entries):
            return PlannedValue(
                .keyedMap(entries.map { ($0.with(.value(.null)), plan($0.value, isSecret: isSecret)) }),
                isSecret: isSecret)
        case .reference(let reference): return plan(reference)
        // A service without an id reads the arguments of the one that contains it.
        case .inline(let definition): return PlannedValue(.inline(plan(definition, at: -1, taking: nil)))
        case .function(let function): return PlannedValue(.function(function))
        case .object(let object): return PlannedValue(.object(object))
        case .placeholder: return PlannedValue(.value(.null))
        }
    }

    private mutating func plan(_ reference: ServiceReference) -> PlannedValue {
        guard let target = graph.table.target(of: reference.id) else { return PlannedValue(.value(.null)) }
        if let arguments = reference.arguments, graph.facts.arguments[target] != nil {
            let values = arguments.values.map { (name: $0.label, value: plan($0.value)) }
            return PlannedValue(.serviceWith(target, PassedValues(values, passesOn: arguments.passesOn)))
        }
        switch reference.kind {
        case .required, .optional, .later: return PlannedValue(.service(target))
        case .built: return PlannedValue(.built(target, isDropped: reference.isDroppable))
        case .lazy: return PlannedValue(.lazy(target))
        case .provider: return PlannedValue(.provider(target))
        }
    }

    private mutating func fix(receiver: WiredValue) {
        switch receiver {
        case .parameter(let reference): fix(reference.name)
        case .template(let template): fix(template)
        default: break
        }
    }

    /// A parameter in a name, directly or through another parameter, cannot be changed afterward.
    private mutating func fix(_ template: TextTemplate) {
        if template.isPlain { return }
        for name in template.parameterNames { fix(name) }
        for case .environment(let reference) in template.parts { fix(reference) }
    }

    private mutating func fix(_ reference: EnvironmentReference) {
        for reading in [.variable(reference.name), .file(reference.name)] as [EnvironmentReading] {
            guard reading == .variable(reference.name) || reference.type.readsFile, fixedReadings[reading] == nil
            else { continue }
            fixedReadings[reading] = .some(graph.variables.digest(of: reading))
        }
    }

    private mutating func fix(_ name: String) {
        guard fixedParameters.insert(name).inserted, case .leaf(let leaf)? = graph.parameters[name] else { return }
        switch leaf.value {
        case .template(let template): fix(template)
        case .parameter(let reference): fix(reference.name)
        case .environment(let reference): fix(reference)
        default: break
        }
    }
}
