public import MoonwireValues

extension PassReport {
    /// Changes a service: `report.extend(definition, arguments: ["metrics": .ref("metrics")], tags: ["measured"])`.
    ///
    /// The arguments replace those with the same label, and the tags are added, as `extend` does in scripts. What does not fit the service
    /// is a fault at the given line. Only passes of the stage ``PassStage/change`` can change services; later passes see the changes.
    ///
    /// - Parameters:
    ///   - definition: The service.
    ///   - arguments: The values of arguments, by their labels.
    ///   - tags: The tags to add.
    ///   - file: The file to which messages about the change refer.
    ///   - line: The line in that file.
    public mutating func extend(
        _ definition: RegisteredDefinition, arguments: [String: WrittenValue] = [:], tags: [ServiceTag] = [],
        file: String = #fileID, line: Int = #line
    ) {
        let origin = Origin(ScriptLocation(file: file, line: line))
        var change = Definition(id: definition.id, origin: origin, construction: .synthetic(type: nil))
        change.precedence = .extends
        change.arguments.labeled = arguments.map { LabeledValue($0.key, $0.value.wired) }.sorted { $0.label < $1.label }
        change.tags = tags
        change.hasPlaceholders = arguments.values.contains { $0.wired.hasPlaceholders }
        var changes = WiringChanges()
        changes.definitions = [change]
        add(changes)
    }
}

/// A value as a script writes it: plain data, or a reference.
///
/// Literals are plain data: `["port": 80, "log": .ref("log")]`.
public struct WrittenValue: Sendable {
    let wired: WiredValue

    private init(_ wired: WiredValue) {
        self.wired = wired
    }

    /// Plain data; text forms such as `%name%` have no meaning in it.
    public static func value(_ value: PlainValue) -> WrittenValue { WrittenValue(.value(value)) }

    /// A service that must be defined.
    public static func ref(_ id: String) -> WrittenValue { WrittenValue(.reference(ServiceReference(id))) }

    /// A service, or nil if it is not defined.
    public static func optional(_ id: String) -> WrittenValue {
        WrittenValue(.reference(ServiceReference(id, kind: .optional)))
    }

    /// In setters and calls, a service that needs this one in turn: it is passed when both have been constructed.
    public static func later(_ id: String) -> WrittenValue {
        WrittenValue(.reference(ServiceReference(id, kind: .later)))
    }

    /// A handle that builds the service when it is first used.
    public static func lazy(_ id: String) -> WrittenValue {
        WrittenValue(.reference(ServiceReference(id, kind: .lazy)))
    }

    /// A handle that resolves the service each time it is used.
    public static func provider(_ id: String) -> WrittenValue {
        WrittenValue(.reference(ServiceReference(id, kind: .provider)))
    }

    /// The value of a parameter.
    public static func param(_ name: String) -> WrittenValue { WrittenValue(.parameter(ParameterReference(name))) }

    /// All services with a tag.
    public static func tagged(_ tag: String) -> WrittenValue {
        WrittenValue(.placeholder(.tagged(TaggedReference(tag))))
    }

    /// A list of values.
    public static func list(_ elements: [WrittenValue]) -> WrittenValue {
        WrittenValue(.list(elements.map(\.wired)))
    }
}

extension WrittenValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .value(.text(value)) }

    /// Creates an integer.
    public init(integerLiteral value: Int64) { self = .value(.integer(value)) }

    /// Creates a number.
    public init(floatLiteral value: Double) { self = .value(.number(value)) }

    /// Creates a Boolean value.
    public init(booleanLiteral value: Bool) { self = .value(.boolean(value)) }
}
