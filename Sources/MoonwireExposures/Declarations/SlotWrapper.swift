/// A property wrapper that makes a property a slot, and whose arguments a load can check.
struct SlotWrapper: Sendable, Equatable {
    enum Kind: Sendable { case injected, lazy, weak, partial }

    let kind: Kind
    /// The name in the source, without a module.
    let name: String

    /// The wrapper among the attributes of a property; nil if there is none.
    init?(_ attributes: [(name: String, identifier: String)]) {
        for attribute in attributes {
            guard let kind = Self.kinds[attribute.identifier] else { continue }
            self.kind = kind
            name = attribute.name.split(separator: ".").last.map(String.init) ?? attribute.name
            return
        }
        return nil
    }

    private static let kinds: [String: Kind] = [
        "s:12MoonwireCore8InjectedV": .injected, "s:12MoonwireCore4LazyV": .lazy, "s:12MoonwireCore4WeakV": .weak,
        "s:15MoonwireObjects7Partiala": .partial,
    ]
}
