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
    /// The definitions of the layer below, and of the scripts that ran before.
    private var earlierDefinitions: [[Definition]]
    private var definedIDs = DefinedIDs()

    init(below parameters: ParameterTree, _ definitions: [Definition] = []) {
        self.parameters = parameters
        earlierDefinitions = [definitions]
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

    /// Whether the layer below or a script has defined a service with that id.
    mutating func defines(_ id: String) -> Bool {
        var counted = definedIDs.definitions
        for definitions in earlierDefinitions + [layer.definitions] {
            definedIDs.add(definitions.dropFirst(counted))
            counted = max(0, counted - definitions.count)
        }
        return definedIDs.ids.contains(id)
    }

    /// How many services the layer below and the scripts have defined.
    var definitionCount: Int { earlierDefinitions.reduce(layer.definitions.count) { $0 + $1.count } }
}

/// The ids of the definitions that were counted when a script asked last.
private struct DefinedIDs {
    private(set) var ids: Set<String> = []
    private(set) var definitions = 0

    mutating func add(_ more: ArraySlice<Definition>) {
        definitions += more.count
        // An extension defines nothing.
        for definition in more where definition.precedence != .extends { ids.insert(definition.id) }
    }
}
