import MoonwireValues

/// How a service is built, as data that an application writes in Swift, and that is checked like that of a script.
///
///     var mailer = ServiceDefinition(type: "Mailer")
///     mailer.arguments = ["host": .parameter("smtp.host"), "log": .service("log")]
///     mailer.tags = ["mail"]
public struct ServiceDefinition: Sendable {
    private let construction: Construction
    /// The arguments by their labels.
    public var arguments: [String: ServiceValue] = [:]
    /// The arguments by position, before those with labels.
    public var positionalArguments: [ServiceValue] = []
    /// Whether arguments that are left out are wired by their types.
    public var wiresByType = false
    /// The properties that are set after construction.
    public var properties: [String: ServiceValue] = [:]
    /// How long an instance lives, and what shares it.
    ///
    /// If it is nil, the scope is that of the parent or of the decorated service, or else shared.
    public var scope: ServiceScope?
    /// The tags by which the service is collected.
    public var tags: [ServiceTag] = []
    /// Whether the application can resolve the service, and not only other services.
    public var isPublic = true
    /// Whether other services receive a handle, which builds the instance when it is first used.
    public var isLazy = false
    /// Why the service is deprecated; nil if it is not.
    public var deprecation: String?
    private var calls: [(method: String, arguments: Arguments)] = []

    /// Creates the definition of a service that an initializer of a type makes; the type is written as in scripts.
    public init(type: String) {
        construction = .type(TextTemplate([.text(type)]))
    }

    /// Creates the definition of a service that an initializer of an exposed type makes.
    public init<T>(type: T.Type) {
        self.init(type: qualifiedTypeName(type))
    }

    /// Creates the definition of a service that a method of another service makes.
    public init(factory id: String, method: String) {
        construction = .method(of: .reference(ServiceReference(id)), name: TextTemplate([.text(method)]))
    }

    /// Adds a call of a method after the properties are set.
    public mutating func call(
        _ method: String, _ positional: ServiceValue..., arguments: [String: ServiceValue] = [:]
    ) {
        calls.append((method, Arguments(positional, arguments)))
    }

    /// The definition of a service with that id, or without one.
    package func definition(id: String, _ origin: Origin) -> Definition {
        var definition = Definition(id: id, origin: origin, construction: construction)
        definition.written.insert(.construction)
        definition.arguments = Arguments(positionalArguments, arguments)
        if wiresByType { definition.arguments.auto = .definition }
        definition.setters = properties.sorted { $0.key < $1.key }.map {
            Setter(name: $0.key, value: $0.value.wired, path: ["set", $0.key])
        }
        definition.calls = calls.enumerated().map {
            MethodCall(method: $1.method, arguments: $1.arguments, number: $0 + 1)
        }
        if let scope {
            definition.scope = scope
            definition.written.insert(.scope)
        }
        if !isPublic {
            definition.isPublic = false
            definition.written.insert(.isPublic)
        }
        definition.tags = tags
        definition.lifecycle.isLazy = isLazy ? true : nil
        definition.deprecation = deprecation
        definition.hasPlaceholders = wiresByType || definition.holdsPlaceholders
        return definition
    }
}

extension Arguments {
    fileprivate init(_ positional: [ServiceValue], _ labeled: [String: ServiceValue]) {
        self.init()
        self.positional = positional.map(\.wired)
        self.labeled = labeled.sorted { $0.key < $1.key }.map { LabeledValue($0.key, $0.value.wired) }
    }

    fileprivate var values: [WiredValue] { positional + labeled.map(\.value) }
}

extension Definition {
    fileprivate var holdsPlaceholders: Bool {
        let values = arguments.values + setters.map(\.value) + calls.flatMap(\.arguments.values)
        return values.contains(where: \.hasPlaceholders)
    }
}
