import MoonwireValues

/// Parameters must exist, must not form cycles, and must fit the strings that contain them.
enum ParameterCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var checker = Checker(graph: graph)
        for (name, leaf) in graph.parameters.leaves { checker.check(parameter: name, leaf) }
        for rule in graph.rules.rules { rule.value?.visitInlineServices { checker.check(inline: $0) } }
        for needs in graph.facts.dependencies { for filling in needs.fillings { checker.check(filling) } }
        return checker.faults
    }

    /// Only the definitions and parameters that depend on the changed parameter.
    static func check(_ graph: DefinitionGraph, _ affected: ParameterUses.Affected) -> [Diagnostic] {
        var checker = Checker(graph: graph)
        for name in affected.parameters.sorted() {
            if case .leaf(let leaf)? = graph.parameters[name] { checker.check(parameter: name, leaf) }
        }
        for position in affected.definitions {
            for filling in graph.facts.dependencies[position].fillings { checker.check(filling) }
        }
        return checker.faults
    }

    /// The faults of a definition that is not in the graph.
    static func check(_ definition: Definition, _ graph: DefinitionGraph) -> [Diagnostic] {
        var checker = Checker(graph: graph)
        checker.check(inline: definition)
        return checker.faults
    }

    private struct Checker {
        let graph: DefinitionGraph
        var faults: [Diagnostic] = []
        private var reported: Set<String> = []

        init(graph: DefinitionGraph) {
            self.graph = graph
        }

        mutating func check(parameter name: String, _ leaf: ParameterTree.Leaf) {
            leaf.value.visitInlineServices { check(inline: $0) }
            if case .value = leaf.value { return }
            var location: ScriptLocation? { leaf.origin.location(of: leaf.path, in: "parameters") }
            let needed = leaf.value.referredParameters
            let missing = needed.filter { graph.parameters[$0] == nil }
            for other in missing {
                let fault = Diagnostic.unknownParameter(
                    other, near: graph.names.parameters.nearest(to: other, askedBy: name))
                faults.append(fault.located(inParameter: name, at: location))
            }
            guard missing.isEmpty, let fault = fault({ try graph.evaluator.value(of: name) }) else { return }
            graph.cache.filled.blame { $0.located(inParameter: name, at: location) }
            switch fault.code {
            case .parameterCycle: report(fault, at: location)
            case _ where needed.contains(where: { !isSound($0) }): break
            case .parameterTooDeep, .parameterTooLarge: report(fault, at: location)
            default: faults.append(fault.located(inParameter: name, at: location))
            }
        }

        mutating func check(inline definition: Definition) {
            for filling in Dependencies(of: definition, graph.lookup).fillings { check(filling) }
        }

        /// A fault that names its parameters itself; a cycle is found from each of its members, and reported once.
        private mutating func report(_ fault: Diagnostic, at location: @autoclosure () -> ScriptLocation?) {
            guard reported.insert(fault.message).inserted else { return }
            var copy = fault
            copy.location = fault.location ?? location()
            faults.append(copy)
        }

        mutating func check(_ filling: Dependencies.Filling) {
            let known = faults.count
            defer {
                for index in known..<faults.count { faults[index].called(from: filling.definition.origin.caller) }
            }
            if case .keyedMap = filling.value { return check(keys: filling) }
            for name in filling.value.referredParameters where graph.parameters[name] == nil {
                faults.append(
                    .unknownParameter(
                        name, in: filling.definition, filling.valuePath,
                        at: location(of: filling.value) ?? filling.definition.location(of: filling.valuePath),
                        suggestions: graph.names.parameters.nearest(to: name)))
            }
            if case .template(let template) = filling.value, template.parts.count > 1 {
                check(template, filling.definition, filling.valuePath)
            }
        }

        private mutating func check(_ template: TextTemplate, _ definition: Definition, _ valuePath: ValuePath) {
            guard template.parameterNames.allSatisfy({ isSound($0) }) else { return }
            defer {
                graph.cache.filled.blame {
                    $0.located(in: definition, valuePath, at: definition.location(of: valuePath))
                }
            }
            guard let fault = fault({ try graph.evaluator.value(of: template) }) else { return }
            faults.append(fault.located(in: definition, valuePath, at: definition.location(of: valuePath)))
        }

        /// The parameters in the keys of a map are checked separately; this check is for the filled-in keys.
        private mutating func check(keys filling: Dependencies.Filling) {
            guard case .keyedMap(let entries) = filling.value,
                filling.value.referredParameters.allSatisfy({ isSound($0) })
            else { return }
            func located(_ fault: Diagnostic) -> Diagnostic {
                fault.located(
                    in: filling.definition, filling.valuePath, at: filling.definition.location(of: filling.valuePath))
            }
            defer { graph.cache.filled.blame(located) }
            guard let fault = fault({ try graph.evaluator.keys(of: entries) }), fault.code == .invalidParameterKey
            else {
                return
            }
            faults.append(located(fault))
        }

        /// The error, unless it concerns the environment, which is read when a service is built: a missing variable may exist then.
        private func fault<R>(_ evaluate: () throws -> R) -> Diagnostic? {
            do {
                _ = try evaluate()
                return nil
            } catch let error as ContainerError {
                return error.diagnostics.first { !$0.code.concernsVariable }
            } catch {
                return nil
            }
        }

        /// Whether a parameter is defined and has a value; if not, that is reported for the parameter.
        private func isSound(_ name: String) -> Bool {
            graph.parameters[name] != nil && fault { try graph.evaluator.value(of: name) } == nil
        }

        private func location(of value: WiredValue) -> ScriptLocation? {
            if case .parameter(let reference) = value { reference.location } else { nil }
        }
    }
}
