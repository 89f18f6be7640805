import MoonwireValues

// Defaults of files for the services of a type.
extension TypeExpansion {
    /// Applies the defaults to the services of their files.
    mutating func apply(_ defaults: [TypeDefaults], to definitions: inout [Definition]) {
        guard !defaults.isEmpty else { return }
        var services: [FileNumber: [Int]] = [:]
        for position in definitions.indices where definitions[position].isServiceOfFile {
            guard let file = definitions[position].writtenOrigin.location?.fileNumber else { continue }
            services[file, default: []].append(position)
        }
        for entry in defaults {
            let location = entry.origin.location(of: ["type"], in: "defaults")
            guard let parts = parts(of: entry.type, at: location) else { continue }
            var isUsed = false
            for position in entry.origin.location.flatMap({ services[$0.fileNumber] }) ?? []
            where types(ofServiceAt: position).isSuperset(of: parts) {
                apply(entry.defaults, at: position, to: &definitions)
                isUsed = true
            }
            if !isUsed { remarks.append(.noServiceForDefaults(entry.type, at: location)) }
        }
    }

    /// The qualified names of the parts of a type; nil if there is no such type, which is reported.
    private mutating func parts(of type: String, at location: ScriptLocation?) -> [String]? {
        switch spelled.lookup(type) {
        case .found(let name): return existentialParts(name)
        case .ambiguous(let name, let candidates):
            faults.append(.ambiguousTypeName(name, candidates, in: "defaults", at: location))
        case .unknown(let name):
            faults.append(.unknownTypeName(name, near: names.nearest(to: name), in: "defaults", at: location))
        }
        return nil
    }

    private func apply(_ defaults: DefinitionDefaults, at position: Int, to definitions: inout [Definition]) {
        let definition = definitions[position]
        let decorators = graph.table.decorators(ofServiceAt: position)
        // An override states everything itself, but is collected like what it replaces.
        if definition.overridden != nil {
            definitions[position].tags += defaults.tags
            return
        }
        guard let outermost = decorators.first else {
            definitions[position] = defaults.applied(to: definition)
            return
        }
        definitions[position] = defaults.appliedToConstruction(of: definition)
        if let isPublic = defaults.isPublic, !definitions[outermost].written.contains(.isPublic),
            !definition.written.contains(.isPublic)
        {
            definitions[outermost].isPublic = isPublic
        }
        definitions[outermost].tags += defaults.tags
        guard let scope = defaults.scope, !definition.written.contains(.scope), !definition.isSynthetic else { return }
        definitions[position].scope = scope
        for decorator in decorators.reversed() {
            if definitions[decorator].written.contains(.scope) { break }
            definitions[decorator].scope = scope
        }
    }
}

extension Definition {
    /// Whether it is a service that a file defines: no alias, and no decorator.
    fileprivate var isServiceOfFile: Bool {
        if case .alias = construction { false } else { decorates == nil }
    }

    /// Where it was written; for an override, where the definition that it replaces was.
    fileprivate var writtenOrigin: Origin { overridden?.origin ?? origin }
}
