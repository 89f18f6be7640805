package import MoonwireValues

/// Where definitions come from; a later layer wins over an earlier one.
///
/// Has more than twelve stored properties because it has one for each kind of thing that a script or the application defines.
package struct Layer: Sendable {
    /// As messages name it: `container.lua`, `Swift registrations`.
    package let name: String
    package var definitions: [Definition] = []
    package var decorators: [Decorator] = []
    package var parameters = ParameterTree()
    package var hooks: [Hook] = []
    package var passes: [Pass] = []
    package var scenarios: [Scenario] = []
    /// The products that add words to the scripts above.
    package var modules: [any LayerModule] = []
    /// The wrappers of methods.
    package var methodWraps: [MethodWrap] = []
    /// What the scripts define for the products besides Moonwire.
    package var moduleDefinitions: [any ModuleDefinition] = []
    /// The types of environment variables that the application adds.
    package var processors: [EnvironmentProcessor] = []
    /// The parameters whose values a script has read.
    package var readParameters: Set<String> = []
    package var rules: [InjectionRule] = []
    package var bindings: [ArgumentBinding] = []
    /// The defaults of its files for the services of a type.
    package var typeDefaults: [TypeDefaults] = []
    /// Whether anything in it is wired by its type.
    package var isWiredByType = false
    /// Whether anything in it is dropped if a service is not defined.
    package var dropsReferences = false
    package var preferences: [PreferenceDefinition] = []
    /// The preference stores, by the names that scripts use.
    package var stores: [String: any PreferenceStore] = [:]
    /// Returns the store of preferences that name none, unless the application registers another one; it is created on first use.
    package var usualStore: (@Sendable () -> any PreferenceStore)?
    /// The lines of the application that register them.
    package var storeLocations: [String: ScriptLocation] = [:]
    /// The clock by which instances expire; nil if the application registers none.
    package var clock: ExpiryClock?
    /// The scopes that it declares.
    package var scopes: [ScopeDefinition] = []
    /// The unknown scopes that were reported while the layer was read.
    package var reportedScopes: Set<String> = []
    /// Classes with slots that the application creates itself.
    package var owners: [RegisteredOwner] = []
    /// The protocols that inherit from others.
    package var refinements: [ProtocolRefinement] = []
    /// What was wrong or worth a remark while the layer was read.
    package var diagnostics: [Diagnostic] = []
    /// The number of bytes that inherited and collected values may use in addition to the layer itself; nil if there is no limit.
    package var room: Int?
    /// The CPU time that functions of the scripts may use together during a load, a check, or a reload; nil if there is no limit.
    package var functionTime: Duration?
    /// Whether its definitions replace services together with their decorators, whatever other layers contain.
    package var isOverride = false
    /// The scenario in use whose layer it is, or in which it was merged.
    package var scenario: Scenario?
    /// Whether every definition and parameter was read; one that was stopped cannot be checked as a whole.
    package var isComplete = true

    package init(name: String) {
        self.name = name
    }

    /// The layer of a scenario, which is put over all others.
    package init(of scenario: Scenario) {
        self.init(name: scenario.phrase)
        self.scenario = scenario
        isOverride = true
        definitions = scenario.replacements
        parameters = scenario.parameters
        // The layer of the script has these marks, but an override may have none of its layers.
        isWiredByType = true
        dropsReferences = true
    }

    /// Whether it is the layer of a scenario, and nothing else.
    package var isScenario: Bool { isOverride && scenario != nil }
}
