/// How objects of one Swift type look to scripts.
///
/// Write one with types by ``init(_:named:inheriting:members:)``; the functions here are what it comes down to.
public struct ObjectClass: Sendable {
    public var name: String
    /// Whether any thread may use the objects. Those of other types scripts have during the call only that hands them over.
    public var isSendable = true
    /// Called with the object and the arguments.
    public var methods: [String: HostFunction]
    /// Called with the object.
    public var getters: [String: HostFunction]
    /// Called with the object and the value.
    public var setters: [String: HostFunction]
    /// Called with the object and the other operand, if there is one.
    public var operators: [Operator: HostFunction] = [:]
    /// What scripts find under the name of the class itself.
    public var statics = Statics()
    /// Called with the object, the key, and the value when it is written, for a member that is not listed; without it
    /// that is an error with the nearest names.
    public var unknownMember: HostFunction?
    /// Whether ``unknownMember`` only throws, and asks nothing of the object: where there are no getters it is then called with
    /// something else in its place, as methods are found without a call.
    public var refusesUnknownMembers = false
    /// Called with the object when a script wants it as text; its name without it.
    public var description: HostFunction?

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

    /// What belongs to a class and not to its objects: `Counter(5)`, `Counter.zero()`, `Counter.limit`.
    public struct Statics: Sendable {
        /// Called with the class, which it shall ignore, and the arguments.
        public var constructor: HostFunction?
        /// Called with the arguments.
        public var methods: [String: HostFunction] = [:]
        /// Called with the class, which they shall ignore.
        public var getters: [String: HostFunction] = [:]
        /// Called with the class, which they shall ignore, and the value.
        public var setters: [String: HostFunction] = [:]

        public init() {}

        var isEmpty: Bool { constructor == nil && methods.isEmpty && getters.isEmpty }
    }

    /// What answers for keys that are no members, before they are unknown.
    var subscripts: Subscripts?

    /// The type whose objects look so; nil for one that was put together by hand.
    var subject: Subject?

    /// What a description that was written with types is of.
    struct Subject: Sendable {
        let type: Any.Type
        /// How objects that stand for it are known: a struct has two boxes.
        let identifiers: [ObjectIdentifier]
        /// The types whose members were taken over, nearest first.
        let inherited: [Any.Type]
    }
}
