import MoonwireCore

// What scripts describe.
extension Evaluation {
    func add(_ definition: PreferenceDefinition) {
        costs.add(bytes: ReadingCosts.Bytes.definition)
        output.layer.preferences.append(definition)
    }

    func add(_ definition: Definition) {
        // Tags that the file gives all of its services count for each.
        let tags = definition.tags.count * ReadingCosts.Bytes.tag
        costs.add(bytes: ReadingCosts.Bytes.definition + definition.id.utf8.count + tags)
        output.layer.definitions.append(inModule(definition))
    }

    /// The definition as one of the module whose file runs, private if the file does not export it.
    private func inModule(_ definition: Definition) -> Definition {
        guard let module else { return definition }
        var whole = definition
        whole.module = module
        if definition.precedence == .extends {
            whole.id = module.id(of: definition.id)
        } else {
            whole.id = module.define(definition.id)
            if module.hides(definition.id) {
                whole.isPublic = false
                whole.written.insert(.isPublic)
            }
        }
        if whole.id != definition.id, whole.writtenAs == nil { whole.writtenAs = definition.id }
        return whole
    }

    func add(_ decorator: Decorator) {
        costs.add(bytes: ReadingCosts.Bytes.definition + decorator.target.utf8.count)
        output.layer.decorators.append(decorator)
    }

    func add(_ definition: ScopeDefinition) {
        costs.add(bytes: ReadingCosts.Bytes.definition)
        output.add(definition)
    }

    /// The number of scopes that scripts have declared.
    var scopeCount: Int { output.scopes.count }

    /// Whether the application, an earlier script, or an earlier line defines a service.
    func defines(_ id: String) -> Bool { output.defines(id) }

    /// Records the scope of a service, which scripts may declare later.
    func note(scope name: String, in table: ScriptTable, at path: [String]) {
        // The check of the whole wiring reports those that a pass states.
        if isChanging || inputs.scopes.contains(name) || output.scopes.contains(name) { return }
        costs.add(bytes: ReadingCosts.Bytes.diagnostic + name.utf8.count)
        output.deferred.unknownScopes.note(name, in: table, at: path)
    }

    func add(_ hook: Hook) {
        costs.add(bytes: ReadingCosts.Bytes.hook)
        output.layer.hooks.append(hook)
    }

    func add(_ pass: Pass) {
        costs.add(bytes: ReadingCosts.Bytes.pass + pass.phrase.utf8.count)
        output.layer.passes.append(pass)
    }

    /// Adds a type of environment variables; returns the fault if there is one with that name.
    func add(_ processor: EnvironmentProcessor) -> Diagnostic? {
        costs.add(bytes: ReadingCosts.Bytes.rule + processor.name.utf8.count)
        return processors.add(processor)
    }

    func add(_ scenario: Scenario) {
        costs.add(bytes: ReadingCosts.Bytes.scenario + scenario.name.utf8.count)
        for definition in scenario.replacements {
            costs.add(bytes: ReadingCosts.Bytes.definition + definition.id.utf8.count)
        }
        charge(scenario.parameters)
        output.layer.scenarios.append(scenario)
    }

    func add(_ rule: InjectionRule) {
        costs.add(bytes: ReadingCosts.Bytes.rule)
        output.layer.rules.append(rule)
    }

    func add(_ binding: ArgumentBinding) {
        costs.add(bytes: ReadingCosts.Bytes.rule)
        output.layer.bindings.append(binding)
        noteWiringByType()
    }

    func add(_ defaults: TypeDefaults) {
        costs.add(bytes: ReadingCosts.Bytes.rule)
        output.layer.typeDefaults.append(defaults)
        noteWiringByType()
    }

    /// Records that the layer contains something that is wired by its type.
    func noteWiringByType() { output.layer.isWiredByType = true }

    /// Records that a script has read the value of a parameter.
    func noteRead(parameter name: String) { output.layer.readParameters.insert(name) }

    /// Records that the layer contains something that is dropped if a service is not defined.
    func noteDroppedReferences() { output.layer.dropsReferences = true }

    /// Adds the parameters of one call of `parameters`.
    func add(_ tree: ParameterTree) {
        charge(tree)
        let conflicts = output.layer.parameters.merging(tree)
        output.layer.diagnostics += conflicts.filter(\.isOfOtherShape).map { .parameterReplaced($0) }
        _ = output.parameters.merging(tree)
    }

    private func charge(_ tree: ParameterTree) {
        for name in tree.leafNames { costs.add(bytes: ReadingCosts.Bytes.parameter + name.utf8.count) }
    }
}
