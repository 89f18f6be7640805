import MoonwireValues

// Defaults of files for the services of a type.
extension TypeExpansion {
    /// Applies the defaults to the services of their files.
    mutating func apply(_ defaults: [TypeDefaults], to definitions: inout [Definition]) {
        guard !defaults.isEmpty else { return }
        let services = FileServices(definitions) { types(ofServiceAt: $0, own: true) }
        for entry in defaults {
            let location = entry.origin.location(of: ["type"], in: "defaults")
            guard let file = entry.origin.location?.fileNumber, let parts = parts(of: entry.type, at: location) else {
                continue
            }
            let found = services.services(of: parts, in: file)
            guard room.take(found.count * (1 + entry.defaults.tags.count), for: "defaults", at: location) else {
                return
            }
            for position in found { apply(entry.defaults, at: position, to: &definitions) }
            if found.isEmpty, !services.hasUnknownTypes(in: file) {
                remarks.append(.noServiceForDefaults(entry.type, at: location))
            }
        }
    }

    /// The services of each file by their types.
    private struct FileServices {
        private struct Key: Hashable {
            let file: FileNumber
            let type: String
        }

        private var byType: [Key: [Int]] = [:]
        private var filesWithUnknownTypes: Set<FileNumber> = []

        init(_ definitions: [Definition], types: (Int) -> Set<String>) {
            for position in definitions.indices where definitions[position].isServiceOfFile {
                guard let file = definitions[position].writtenOrigin.location?.fileNumber else { continue }
                let names = types(position)
                for name in names { byType[Key(file: file, type: name), default: []].append(position) }
                if names.isEmpty, !definitions[position].isMadeByFunction { filesWithUnknownTypes.insert(file) }
            }
        }

        func services(of parts: [String], in file: FileNumber) -> [Int] {
            let found = parts.map { byType[Key(file: file, type: $0)] ?? [] }
            guard let first = found.first, found.count > 1 else { return found.first ?? [] }
            let sets = found.dropFirst().map(Set.init)
            return first.filter { service in sets.allSatisfy { $0.contains(service) } }
        }

        /// Whether a type of the file has a fault, so that it is not known which services it has.
        func hasUnknownTypes(in file: FileNumber) -> Bool { filesWithUnknownTypes.contains(file) }
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

    /// Whether a function makes it, or it is supplied without a type, so that its type is never known.
    fileprivate var isMadeByFunction: Bool {
        switch construction {
        case .function, .swift, .synthetic(type: nil): true
        case .type, .staticMethod, .method, .synthetic, .alias: false
        }
    }
}
