/// What a hook is about: one thing by its name, or all that have a tag, a type or a name of a certain form.
package struct HookTarget: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// An id, `Owner.slot`, the name of a parameter, or `Group.name`.
        case name
        case tag(String)
        case type(String)
        /// A name with `*` for any characters, and `?` for a single one.
        case pattern(NamePattern)
    }

    /// As it was written.
    package let text: String
    package let kind: Kind

    /// Reads a target as scripts write it; an id is always exact when the script gave a reference to its service.
    package init(_ text: String, isExact: Bool = false) {
        self.text = text
        kind = isExact ? .name : Self.kind(of: text)
    }

    private static func kind(of text: String) -> Kind {
        if text.hasPrefix("tag:") { return .tag(String(text.dropFirst("tag:".count))) }
        if text.hasPrefix("type:") { return .type(String(text.dropFirst("type:".count))) }
        return NamePattern.isPattern(text) ? .pattern(NamePattern(text)) : .name
    }

    /// Whether a misspelled target is a fault: it names one thing, which must exist.
    package var isExact: Bool { kind == .name }

    /// The pattern of the target; nil for any other target.
    package var pattern: NamePattern? { if case .pattern(let pattern) = kind { pattern } else { nil } }

    /// The tag of the services that it selects; nil for any other target.
    var tag: String? { if case .tag(let tag) = kind { tag } else { nil } }

    /// Whether the name equals the target or matches its pattern.
    package func matches(name: String) -> Bool {
        switch kind {
        case .name: name == text
        case .pattern(let pattern): pattern.matches(name)
        case .tag, .type: false
        }
    }
}
