package import MoonwireValues

/// Where definitions come from; a later layer wins over an earlier one.
public struct Layer: Sendable {
    /// As messages name it: `container.lua`, `Swift registrations`.
    public let name: String
    public var definitions: [Definition] = []
    public var decorators: [Decorator] = []
    public var parameters = ParameterTree()
    public var hooks: [Hook] = []
    public var rules: [InjectionRule] = []
    public var preferences: [PreferenceDefinition] = []
    /// Where preferences may lie, by the names that scripts use.
    package var stores: [String: any PreferenceStore] = [:]
    /// Where preferences lie that name no store, unless the application says otherwise.
    package var usualStore: (any PreferenceStore)?
    /// The lines of the application that name them.
    package var storeLocations: [String: ScriptLocation] = [:]
    /// Classes with slots that the application makes itself.
    package var owners: [RegisteredOwner] = []
    /// What was wrong or worth a remark while the layer was read.
    public var diagnostics: [Diagnostic] = []
    /// Bytes that what services inherit and collect may take besides the layer itself; nil when nothing limits it.
    package var room: Int?
    /// CPU time that the functions of the scripts may take together during a load, a check, or a reload; nil when nothing limits it.
    package var functionTime: Duration?
    /// Whether its definitions replace services as a whole, with what decorates them, whatever other layers say.
    package var isOverride = false
    /// Whether every definition and parameter was read; one that was stopped cannot be checked as a whole.
    public var isComplete = true

    public init(name: String) {
        self.name = name
    }
}
