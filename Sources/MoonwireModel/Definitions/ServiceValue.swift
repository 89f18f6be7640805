public import MoonwireValues

/// A value in a ``ServiceDefinition``: plain data, or something that is read when a service is built.
///
/// Literals are plain data, in which `%` and `@` have no meaning:
///
///     let arguments: [String: ServiceValue] = ["host": "localhost", "port": 25, "log": .service("log")]
public struct ServiceValue: Sendable {
    package let wired: WiredValue

    private init(_ wired: WiredValue) {
        self.wired = wired
    }

    /// Plain data.
    public static func value(_ value: PlainValue) -> ServiceValue { ServiceValue(WiredValue(plain: value)) }

    /// A service, which must be defined; it may be built with arguments.
    public static func service(_ id: String, arguments: [String: ServiceValue] = [:]) -> ServiceValue {
        let passed = arguments.sorted { $0.key < $1.key }.map { LabeledValue($0.key, $0.value.wired) }
        return ServiceValue(
            .reference(ServiceReference(id, arguments: passed.isEmpty ? nil : PassedArguments(passed))))
    }

    /// A service, or nil if it is not defined, and, with `ifBuilt`, until something else has built it.
    public static func optional(_ id: String, ifBuilt: Bool = false) -> ServiceValue {
        ServiceValue(.reference(ServiceReference(id, kind: ifBuilt ? .built : .optional)))
    }

    /// In setters and calls, a service that needs this one in turn: it is passed when both have been constructed.
    public static func later(_ id: String) -> ServiceValue {
        ServiceValue(.reference(ServiceReference(id, kind: .later)))
    }

    /// A `LazyService`, which builds the service when it is first used.
    public static func lazy(_ id: String) -> ServiceValue {
        ServiceValue(.reference(ServiceReference(id, kind: .lazy)))
    }

    /// A `ServiceProvider`, which resolves the service each time it is used.
    public static func provider(_ id: String) -> ServiceValue {
        ServiceValue(.reference(ServiceReference(id, kind: .provider)))
    }

    /// A list of all services with a tag, those of higher priority first.
    public static func tagged(_ tag: String) -> ServiceValue {
        ServiceValue(.placeholder(.tagged(TaggedReference(tag))))
    }

    /// A service without an id, built for this value only.
    public static func inline(_ definition: ServiceDefinition, file: String = #fileID, line: Int = #line)
        -> ServiceValue
    {
        ServiceValue(.inline(definition.definition(id: "", Origin(ScriptLocation(file: file, line: line)))))
    }

    /// The value of a parameter.
    public static func parameter(_ name: String) -> ServiceValue {
        ServiceValue(.parameter(ParameterReference(name)))
    }

    /// A list of values.
    public static func list(_ elements: [ServiceValue]) -> ServiceValue { ServiceValue(.list(elements.map(\.wired))) }

    /// A map of values.
    public static func map(_ entries: [String: ServiceValue]) -> ServiceValue {
        ServiceValue(.map(entries.mapValues(\.wired)))
    }

    /// In a decorator, the service that it wraps.
    public static var inner: ServiceValue { ServiceValue(.placeholder(.inner)) }
}

extension ServiceValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .value(.text(value)) }
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .value(.number(value)) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .value(.boolean(value)) }
    /// Creates a list.
    public init(arrayLiteral elements: ServiceValue...) { self = .list(elements) }
    /// Creates a map.
    public init(dictionaryLiteral elements: (String, ServiceValue)...) {
        self = .map(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
    /// Creates a nil.
    public init(nilLiteral: ()) { self = .value(.null) }
}
