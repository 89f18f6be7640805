import MoonwireValues

/// The construction of a transient service, or one of scope graph, that needs only a factory in Swift, or an initializer with
/// arguments of known types: constants, parameters, and other services.
///
/// It involves no lookups, conversions, or boxes.
final class DirectBuild: @unchecked Sendable {  // Written only by `link`, before it is shared.
    enum ArgumentSource {
        /// A constant that is stored already.
        case constant
        /// The value of a parameter, or a string with parameters.
        case parameter
        /// A service without an id, or a transient one, that also has a direct build.
        case made(Unmanaged<DirectBuild>)
        /// A shared service without hooks, with its expected class.
        case shared(Int, ObjectIdentifier)
        /// Any other service, with its expected class.
        case service(Int, ObjectIdentifier)
    }

    /// The largest number of arguments of an initializer with a direct build.
    static let limit = 8

    /// The plan keeps it alive.
    let service: Unmanaged<PlannedService>
    /// Whether instances may be passed to any thread.
    let isSendable: Bool
    /// The initializer; of a factory, one without arguments that is not called.
    let call: DirectCall
    let factory: SwiftFactoryBody?
    let count: Int
    /// Whether there are no services among the arguments.
    let isConstant: Bool
    /// Whether a resolve uses the same instance for all references.
    let isGraph: Bool
    let argumentSources: UnsafeMutablePointer<ArgumentSource>
    /// The constants that are not parameters.
    let constants: DirectConstants
    /// Nil if there are no parameters among the arguments.
    let parameters: ParameterConstants?
    /// Keeps the direct builds of services without an id alive.
    private let inlined: [DirectBuild]

    /// Nil for a service that needs the general build.
    init?(_ service: PlannedService, among services: [PlannedService]) {
        guard service.isTransient || service.scope == .graph, service.steps.isEmpty, service.hooks == nil,
            !service.isStopped, service.arguments == nil, service.cycle == nil
        else { return nil }
        var sources: [ArgumentSource] = []
        var inlined: [DirectBuild] = []
        var arguments: [PlannedValue?] = []
        var types: [ObjectIdentifier] = []
        switch service.maker {
        case .swift(let body):
            guard body.begin == nil, body.makeWithArguments == nil else { return nil }
            (factory, call) = (body, .none)
        case .call(let callable, let planned):
            guard let call = callable.direct, service.makes(ObjectIdentifier(callable.resultType)),
                call.types.count <= Self.limit, call.types.count == planned.values.count
            else { return nil }
            for (type, argument) in zip(call.types, planned.values) {
                guard let source = ArgumentSource(argument, type, among: services, &inlined) else { return nil }
                sources.append(source)
            }
            (arguments, types) = (planned.values, call.types)
            factory = nil
            self.call = call
        case .method, .lateMethod, .function, .supplied: return nil
        }
        self.service = .passUnretained(service)
        self.inlined = inlined
        // For other factories, only an instance determines whether it may be passed to any thread.
        isSendable = service.isSendable && (factory == nil || service.exposure != nil)
        count = sources.count
        isConstant = sources.allSatisfy(\.isValue)
        isGraph = !service.isTransient
        argumentSources = .allocate(capacity: max(1, count))
        argumentSources.initialize(from: sources, count: count)
        let values = arguments.map { argument in
            if case .value(let value)? = argument?.content { value } else { nil as PlainValue? }
        }
        constants = DirectConstants(values, as: types)
        parameters =
            sources.contains { if case .parameter = $0 { true } else { false } }
            ? ParameterConstants(zip(arguments, sources).map { $1.isValue ? $0 : nil }, as: types) : nil
    }

    /// Whether references may use it without a check of the instance: it creates a new object of the very class each time.
    fileprivate var isLinked: Bool { factory == nil && !isGraph }

    deinit { argumentSources.deallocate() }

    /// Links the services that have direct builds themselves.
    func link(_ directBuild: (Int) -> Unmanaged<DirectBuild>?) {
        for index in 0..<count {
            if case .service(let position, _) = argumentSources[index], let made = directBuild(position),
                made._withUnsafeGuaranteedRef(\.isLinked)
            {
                argumentSources[index] = .made(made)
            }
        }
        for part in inlined { part.link(directBuild) }
    }
}

extension DirectBuild.ArgumentSource {
    /// Nil for an argument that needs the general build.
    fileprivate init?(
        _ argument: PlannedValue?, _ type: ObjectIdentifier, among services: [PlannedService],
        _ inlined: inout [DirectBuild]
    ) {
        switch argument?.content {
        case .value(let value)? where value.isStored(as: type): self = .constant
        case .parameter? where PlainValue.isStored(type): self = .parameter
        case .template? where PlainValue.isStored(type): self = .parameter
        case .service(let position)? where services[position].makes(type):
            let isPlain = services[position].scope == .shared && services[position].hooks == nil
            self = isPlain ? .shared(position, type) : .service(position, type)
        case .inline(let part)?:
            guard part.makes(type), let directBuild = DirectBuild(part, among: services), directBuild.isLinked else {
                return nil
            }
            inlined.append(directBuild)
            self = .made(.passUnretained(directBuild))
        default: return nil
        }
    }

    /// Whether it is not a service.
    var isValue: Bool {
        switch self {
        case .constant, .parameter: true
        case .made, .shared, .service: false
        }
    }
}

extension PlannedService {
    /// Whether each reference creates a new instance.
    fileprivate var isTransient: Bool { scope == .transient || index < 0 }

    /// Whether it creates objects of that class.
    fileprivate func makes(_ type: ObjectIdentifier) -> Bool {
        guard let exposure, exposure.type is AnyObject.Type else { return false }
        return ObjectIdentifier(exposure.type) == type
    }
}
