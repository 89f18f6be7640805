import MoonwireValues

/// How the objects of a Swift type look in Lua.
public struct ObjectClass: Sendable {
    public let name: String
    /// Called with the object first: `object:method(…)`.
    public let methods: [String: HostFunction]
    /// Called with the object.
    public let getters: [String: HostFunction]
    /// Called with the object and the value.
    public let setters: [String: HostFunction]
    /// Called with the object and the name of a member that does not exist, or cannot be set; throws.
    public let unknownMember: HostFunction

    public init(
        name: String, methods: [String: HostFunction], getters: [String: HostFunction],
        setters: [String: HostFunction], unknownMember: HostFunction
    ) {
        self.name = name
        self.methods = methods
        self.getters = getters
        self.setters = setters
        self.unknownMember = unknownMember
    }

    /// Objects of a type that nobody described: they can be passed on, and nothing else.
    static let opaque = ObjectClass(
        name: "object", methods: [:], getters: [:], setters: [:],
        unknownMember: HostFunction(name: "object") { call in
            let name = try call.argument(1)?.string() ?? ""
            throw LuaError(.runtime, "the object has no member \"\(name)\"", at: call.callSite?.location)
        })
}
