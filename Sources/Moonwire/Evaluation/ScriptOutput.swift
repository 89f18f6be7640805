import MoonwireCore

/// What the scripts of one generation have described so far.
struct ScriptOutput {
    /// The layer of the script that is running.
    var layer = Layer(name: "")
    /// The parameters of the layers below and of the scripts so far.
    var parameters: ParameterTree
    var deferred = DeferredDiagnostics()
    /// The names of the scopes that scripts have declared.
    private(set) var scopes: Set<String> = []
    /// The definitions of the scripts that ran before.
    private var earlierDefinitions: [[Definition]] = []

    init(below parameters: ParameterTree) {
        self.parameters = parameters
    }

    mutating func beginScript(_ name: String) { layer = Layer(name: name) }

    mutating func add(_ scope: ScopeDefinition) {
        layer.scopes.append(scope)
        scopes.insert(scope.name)
    }

    /// Ends the running script.
    ///
    /// - Parameter isOverLimit: Whether it exceeded a limit, which is reported alone.
    mutating func endScript(isOverLimit: Bool) {
        deferred.endScript(isOverLimit: isOverLimit)
        earlierDefinitions.append(layer.definitions)
    }

    /// Whether a script has defined a service with that id.
    func defines(_ id: String) -> Bool {
        layer.definitions.contains { $0.id == id } || earlierDefinitions.contains { $0.contains { $0.id == id } }
    }

    /// How many services the scripts have defined.
    var definitionCount: Int { earlierDefinitions.reduce(layer.definitions.count) { $0 + $1.count } }
}
