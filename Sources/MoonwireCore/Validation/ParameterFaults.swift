import MoonwireValues

/// Parameters must exist, must not lead back to themselves, and must fit into the texts that they are filled into.
enum ParameterFaults {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var checker = Checker(graph: graph)
        for (name, leaf) in graph.parameters.leaves { checker.check(parameter: name, leaf) }
        for needs in graph.needs { for filling in needs.fillings { checker.check(filling) } }
        return checker.faults
    }

    private struct Checker {
        let graph: DefinitionGraph
        var faults: [Diagnostic] = []
        /// Each cycle is found from all of its members, and reported once.
        private var cycles: Set<Set<String>> = []

        init(graph: DefinitionGraph) {
            self.graph = graph
        }

        mutating func check(parameter name: String, _ leaf: ParameterTree.Leaf) {
            if case .value = leaf.value { return }
            leaf.value.visitInlineServices { inline in
                for filling in Needs(of: inline, graph.index, graph.evaluator).fillings { check(filling) }
            }
            let location = { leaf.origin.location(of: leaf.path, in: "parameters") }
            do {
                _ = try graph.evaluator.value(of: name)
            } catch let error as ContainerError {
                guard let fault = error.diagnostics.first else { return }
                if let cycle = error.underlying as? ParameterCycle { return report(cycle, fault, location()) }
                // What a parameter that is defined lacks is reported there.
                let known = names(in: leaf.value).filter { graph.parameters[$0] != nil }
                if known.contains(where: { !isSound($0, besides: name) }) { return }
                if isReadWhenBuilt(fault) { return }
                let namesItself = fault.code == .parameterTooDeep || fault.code == .parameterTooLarge
                faults.append(namesItself ? fault.at(location()) : fault.located(inParameter: name, at: location()))
            } catch {}
        }

        private mutating func report(_ cycle: ParameterCycle, _ fault: Diagnostic, _ location: ScriptLocation?) {
            guard cycles.insert(Set(cycle.members)).inserted else { return }
            var copy = fault
            copy.location = fault.location ?? location
            faults.append(copy)
        }

        mutating func check(_ filling: Needs.Filling) {
            let known = faults.count
            defer { for index in known..<faults.count { faults[index].called(from: filling.definition.origin.caller) } }
            for name in names(in: filling.value) where graph.parameters[name] == nil {
                faults.append(
                    .unknownParameter(
                        name, in: filling.definition, filling.site,
                        at: location(of: filling.value) ?? filling.definition.location(of: filling.site),
                        suggestions: Suggestions(among: graph.parameters.names).nearest(to: name)))
            }
            if case .template(let template) = filling.value, template.parts.count > 1 {
                check(template, filling.definition, filling.site)
            }
        }

        private mutating func check(_ template: TextTemplate, _ definition: Definition, _ site: Site) {
            guard template.parameterNames.allSatisfy({ isSound($0) }) else { return }
            do {
                _ = try graph.evaluator.value(of: template)
            } catch let error as ContainerError {
                guard let fault = error.diagnostics.first, !isReadWhenBuilt(fault) else { return }
                faults.append(fault.located(in: definition, site, at: definition.location(of: site)))
            } catch {}
        }

        /// The environment is read when a service is built: what is missing now may be there then.
        private func isReadWhenBuilt(_ fault: Diagnostic) -> Bool {
            fault.code == .environmentMissing || fault.code == .environmentMismatch
        }

        private func isSound(_ name: String, besides: String = "") -> Bool {
            guard name != besides, graph.parameters[name] != nil else { return name == besides }
            do {
                _ = try graph.evaluator.value(of: name)
                return true
            } catch let error as ContainerError {
                return error.diagnostics.first.map(isReadWhenBuilt) ?? true
            } catch {
                return true
            }
        }

        private func location(of value: WiredValue) -> ScriptLocation? {
            if case .parameter(let reference) = value { reference.location } else { nil }
        }

        private func names(in value: WiredValue) -> [String] {
            switch value {
            case .parameter(let reference): [reference.name]
            case .template(let template): template.parameterNames
            case .list(let elements): elements.flatMap { names(in: $0) }
            case .map(let entries): entries.values.flatMap { names(in: $0) }
            default: []
            }
        }
    }
}
