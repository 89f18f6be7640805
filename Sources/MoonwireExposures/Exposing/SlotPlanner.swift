import Foundation

/// A slot with what its declaration contains.
struct PlannedSlot: Sendable {
    let property: PropertyDeclaration
    let content: SlotContent
}

/// A slot whose declaration cannot be read.
struct UnreadSlot: Sendable {
    let property: PropertyDeclaration
    let reason: SlotSource.Failure
}

/// Reads what the declarations of slots contain from the sources.
struct SlotPlanner {
    private var texts: [String: SourceText?] = [:]

    /// The slots of a type and of its superclasses without an exposure, and those whose declarations cannot be read.
    ///
    /// Of several slots with one name, none is listed: a statement about it would not tell which one is meant.
    mutating func slots(
        of type: TypeDeclaration, in module: ModuleDeclarations
    ) -> (known: [PlannedSlot], unread: [UnreadSlot]) {
        guard type.kind.isReference else { return ([], []) }
        let hierarchy = module.hierarchy(of: type)
        let names = hierarchy.flatMap(\.slots).reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
        var (known, unread): ([PlannedSlot], [UnreadSlot]) = ([], [])
        for (distance, owner) in hierarchy.enumerated() {
            // Exposures inherit what those of superclasses state.
            if distance > 0, module.isExposed(owner) { break }
            for property in owner.slots where names[property.name] == 1 {
                guard let wrapper = property.slot else { continue }
                do throws(SlotSource.Failure) {
                    known.append(PlannedSlot(property: property, content: try content(of: property, wrapper)))
                } catch {
                    unread.append(UnreadSlot(property: property, reason: error))
                }
            }
        }
        return (known, unread)
    }

    private mutating func content(
        of property: PropertyDeclaration, _ wrapper: SlotWrapper
    ) throws(SlotSource.Failure) -> SlotContent {
        guard let location = property.declaration.location, let text = text(of: location.file),
            let source = SlotSource(text, at: location)
        else { throw .notFound }
        return try source.content(wrapper)
    }

    private mutating func text(of file: String) -> SourceText? {
        if let known = texts[file] { return known }
        let text = (try? String(contentsOf: URL(filePath: file), encoding: .utf8)).map { SourceText($0) }
        texts[file] = text
        return text
    }
}

extension TypeDeclaration {
    /// Its own slots whose declarations can be stated, in the order of the source.
    fileprivate var slots: [PropertyDeclaration] {
        properties.filter { $0.slot != nil && !$0.isStatic }.sorted { one, other in
            guard let first = one.declaration.location, let second = other.declaration.location, first != second else {
                return one.name < other.name
            }
            return first < second
        }
    }
}

extension TypeDeclaration.Kind {
    /// Whether slots of the type have an owner.
    fileprivate var isReference: Bool {
        switch self {
        case .class, .finalClass, .actor: true
        case .structure, .enumeration: false
        }
    }
}
