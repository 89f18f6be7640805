import MoonwireValues

/// How a service is built: plain data, with the script line that said so.
///
/// Its fields are shared between copies until one of them changes: a graph of thousands is passed around as it is.
public struct Definition: Sendable {
    private final class Fields: @unchecked Sendable {  // Changed only while one copy alone holds it.
        let id: String
        var origin: Origin
        var construction: Construction
        var arguments = Arguments()
        var setters: [Setter] = []
        var calls: [MethodCall] = []
        var configure: (any ServiceFunction)?
        var uses: [ServiceReference] = []
        var scope: Scope = .shared
        var reload: ReloadPolicy = .auto
        var stop: StopAction?
        var isFaulty = false

        init(id: String, origin: Origin, construction: Construction) {
            self.id = id
            self.origin = origin
            self.construction = construction
        }

        init(copying other: Fields) {
            id = other.id
            origin = other.origin
            construction = other.construction
            arguments = other.arguments
            setters = other.setters
            calls = other.calls
            configure = other.configure
            uses = other.uses
            scope = other.scope
            reload = other.reload
            stop = other.stop
            isFaulty = other.isFaulty
        }
    }

    private var fields: Fields

    public init(id: String, origin: Origin, construction: Construction) {
        fields = Fields(id: id, origin: origin, construction: construction)
    }

    public var id: String { fields.id }

    public var origin: Origin {
        get { fields.origin }
        set { own().origin = newValue }
    }

    public var construction: Construction {
        get { fields.construction }
        set { own().construction = newValue }
    }

    public var arguments: Arguments {
        get { fields.arguments }
        set { own().arguments = newValue }
    }

    public var setters: [Setter] {
        get { fields.setters }
        set { own().setters = newValue }
    }

    public var calls: [MethodCall] {
        get { fields.calls }
        set { own().calls = newValue }
    }

    public var configure: (any ServiceFunction)? {
        get { fields.configure }
        set { own().configure = newValue }
    }

    public var uses: [ServiceReference] {
        get { fields.uses }
        set { own().uses = newValue }
    }

    public var scope: Scope {
        get { fields.scope }
        set { own().scope = newValue }
    }

    /// What a reload does with an instance that the container holds.
    public var reload: ReloadPolicy {
        get { fields.reload }
        set { own().reload = newValue }
    }

    /// What is done with an instance when the container lets go of it.
    public var stop: StopAction? {
        get { fields.stop }
        set { own().stop = newValue }
    }

    /// Whether faults were reported already while it was read; what it says of types is not checked then.
    public var isFaulty: Bool {
        get { fields.isFaulty }
        set { own().isFaulty = newValue }
    }

    /// As the source names the table of the definition.
    var subject: String { id.isEmpty ? "inline" : id }

    /// The fields, copied first when another definition shares them.
    private mutating func own() -> Fields {
        if !isKnownUniquelyReferenced(&fields) { fields = Fields(copying: fields) }
        return fields
    }
}

/// What makes the instance.
public enum Construction: Sendable {
    /// An initializer of the named type.
    case type(TextTemplate)
    /// A method of another service.
    case method(of: WiredValue, name: TextTemplate)
    /// A static method: `Type.method`.
    case staticMethod(TextTemplate)
    /// A function of the script.
    case function(any ServiceFunction)
    /// A closure of the application.
    case swift(SwiftFactory)
    /// Nothing: the application supplies the instance, of this type when one is named.
    case synthetic(type: TextTemplate?)
    /// Another name of a service.
    case alias(of: ServiceReference)
}

/// Arguments by position, by label, or both.
public struct Arguments: Sendable {
    public var positional: [WiredValue] = []
    public var labeled: [LabeledValue] = []

    public init() {}

    public var isEmpty: Bool { positional.isEmpty && labeled.isEmpty }
}

/// A value with the label of the argument that it is meant for.
public struct LabeledValue: Sendable {
    public let label: String
    public let value: WiredValue

    public init(_ label: String, _ value: WiredValue) {
        self.label = label
        self.value = value
    }
}

/// A property that is set after the instance was made.
public struct Setter: Sendable {
    public let name: String
    public let value: WiredValue
    /// The field's place in the definition's table.
    public let path: [String]

    public init(name: String, value: WiredValue, path: [String]) {
        self.name = name
        self.value = value
        self.path = path
    }
}

/// A method that is called after the properties were set.
public struct MethodCall: Sendable {
    public let method: String
    public let arguments: Arguments

    public init(method: String, arguments: Arguments) {
        self.method = method
        self.arguments = arguments
    }
}
