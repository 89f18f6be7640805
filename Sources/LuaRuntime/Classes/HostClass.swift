/// The description of a Swift type for scripts.
///
/// Create one with ``init(_:named:inheriting:members:)``, which declares typed members. The properties contain the functions that these
/// declarations create.
public struct HostClass: Sendable {
    /// The name of the type in scripts and messages.
    public var name: String
    /// Whether any thread may use the objects.
    ///
    /// If not, scripts have an object only during the call that passes it.
    public var isSendable = true
    /// The methods, called with the object and the arguments.
    public var methods: [String: HostFunction]
    /// The functions that return the value of a property, called with the object.
    public var getters: [String: HostFunction]
    /// The functions that set a property, called with the object and the value.
    public var setters: [String: HostFunction]
    /// The operators, called with the operands.
    public var operators: [Operator: HostFunction] = [:]
    /// The members of the class itself.
    public var statics = Statics()
    /// The function for unknown members, called with the object, the key, and, for a write, the value.
    ///
    /// If it is nil, using an unknown member is an error with the nearest names.
    public var unknownMember: HostFunction?
    /// Whether ``unknownMember`` always throws.
    ///
    /// If there are no getters, it is then called with another value than the object, because methods are found without a call.
    public var refusesUnknownMembers = false
    /// The function of `tostring(object)`, called with the object; if it is nil, the result is the name of the type.
    public var description: HostFunction?

    /// Creates a description from functions.
    ///
    /// - Parameters:
    ///   - name: The name of the type in scripts and messages.
    ///   - methods: The methods, called with the object and the arguments.
    ///   - getters: The functions that return the value of a property.
    ///   - setters: The functions that set a property.
    ///   - unknownMember: The function for unknown members.
    ///   - description: The function of `tostring(object)`.
    public init(
        name: String,
        methods: [String: HostFunction] = [:],
        getters: [String: HostFunction] = [:],
        setters: [String: HostFunction] = [:],
        unknownMember: HostFunction? = nil,
        description: HostFunction? = nil
    ) {
        self.name = name
        self.methods = methods
        self.getters = getters
        self.setters = setters
        self.unknownMember = unknownMember
        self.description = description
    }

    /// The members of a class itself: `Counter(5)`, `Counter.zero()`, `Counter.limit`.
    public struct Statics: Sendable {
        /// The constructor, called with the class, which it ignores, and the arguments.
        public var constructor: HostFunction?
        /// The methods, called with the arguments.
        public var methods: [String: HostFunction] = [:]
        /// The functions that return the value of a property, called with the class, which they ignore.
        public var getters: [String: HostFunction] = [:]
        /// The functions that set a property, called with the class, which they ignore, and the value.
        public var setters: [String: HostFunction] = [:]

        /// Creates an empty description.
        public init() {}

        var isEmpty: Bool { constructor == nil && methods.isEmpty && getters.isEmpty }
    }

    /// The functions for keys that are not members, before these are unknown.
    var subscripts: Subscripts?

    /// The type; nil for a description that was created from functions.
    var subject: Subject?

    /// The type of a description with typed members.
    struct Subject: Sendable {
        let type: Any.Type
        /// The types of its objects: a struct has two kinds of boxes.
        let identifiers: [ObjectIdentifier]
        /// The types whose members were inherited, nearest first.
        let inherited: [Any.Type]
    }
}
