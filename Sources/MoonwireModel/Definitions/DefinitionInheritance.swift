package import MoonwireValues

/// The part of a definition in inheritance, and where its fields were written that are not in its own table.
package final class DefinitionInheritance: Sendable {
    /// The definition from which it inherits.
    package let parent: ServiceReference?
    /// Whether it is abstract.
    package let isAbstract: Bool
    /// By field, such as `args.brand`: the location of each inherited field; empty until the graph is created.
    let sources: [[String]: FieldSource]
    /// Whether the definition has what it inherits.
    let isExpanded: Bool

    package init(parent: ServiceReference?, isAbstract: Bool) {
        self.parent = parent
        self.isAbstract = isAbstract
        sources = [:]
        isExpanded = false
    }

    /// The inheritance of a definition that has what it inherits.
    init(expanded inheritance: DefinitionInheritance, sources: [[String]: FieldSource]) {
        parent = inheritance.parent
        isAbstract = inheritance.isAbstract
        isExpanded = true
        self.sources = inheritance.sources.merging(sources) { $1 }
    }

    /// The inheritance of a definition with fields that an extension states.
    init(extending inheritance: DefinitionInheritance?, with sources: [[String]: FieldSource]) {
        parent = inheritance?.parent
        isAbstract = inheritance?.isAbstract ?? false
        isExpanded = inheritance?.isExpanded ?? true
        self.sources = (inheritance?.sources ?? [:]).merging(sources) { $1 }
    }

    /// The same with fields that were written elsewhere; `inheritance` is nil for a definition without a parent.
    init(_ inheritance: DefinitionInheritance?, adding sources: [[String]: FieldSource]) {
        parent = inheritance?.parent
        isAbstract = inheritance?.isAbstract ?? false
        isExpanded = true
        self.sources = (inheritance?.sources ?? [:]).merging(sources) { $1 }
    }
}

/// Where a field was written: its table, and the path in it.
package struct FieldSource: Sendable {
    let origin: Origin
    let subject: String
    let path: [String]

    package init(origin: Origin, subject: String, path: [String]) {
        self.origin = origin
        self.subject = subject
        self.path = path
    }

    package var location: ScriptLocation? { origin.location(of: path, in: subject) }

    /// The path of an element or an entry of the field.
    func step(_ key: String) -> FieldSource { FieldSource(origin: origin, subject: subject, path: path + [key]) }
}

extension Definition {
    package var isAbstract: Bool { inheritance?.isAbstract ?? false }

    /// Whether the definition is synthetic, itself or by inheritance.
    package var isSynthetic: Bool {
        if case .synthetic = construction { written.contains(.construction) } else { false }
    }

    /// Where a field was written: in the definition's own table, unless it is inherited.
    func source(of path: [String]) -> FieldSource {
        if let sources = inheritance?.sources, !sources.isEmpty {
            for depth in [2, 1] where path.count >= depth {
                guard let source = sources[Array(path.prefix(depth))] else { continue }
                return FieldSource(
                    origin: source.origin, subject: source.subject, path: source.path + path.dropFirst(depth))
            }
        }
        return FieldSource(origin: origin, subject: subject, path: path)
    }

    /// The line of a field.
    package func location(of path: [String]) -> ScriptLocation? { source(of: path).location }
}
