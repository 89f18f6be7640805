import MoonwireCore
import MoonwireValues

/// The differences between two wirings.
struct WiringDiff: Encodable {
    let services: [Change]
    let parameters: [Change]
    let preferences: [Change]
    let hooks: [Change]
    let rules: [Change]

    /// An item that was added, removed, or changed.
    struct Change: Encodable {
        enum Kind: String, Encodable {
            case added, removed, changed
        }

        let name: String
        let kind: Kind
        let before: ScriptLocation?
        let after: ScriptLocation?
        /// The fields that differ; empty unless both wirings have the item.
        let fields: [Field]
    }

    /// A field that differs; a side is nil if the field is missing there.
    struct Field: Encodable {
        let name: String
        let before: Side?
        let after: Side?
    }

    /// The field in one of the wirings.
    struct Side: Encodable {
        let text: String
        let location: ScriptLocation?
    }

    init(from old: Inspection, to new: Inspection) {
        let functions = FunctionTexts()
        func compare(_ items: (Inspection) -> [WiringItem]) -> [Change] {
            Self.changes(from: items(old), to: items(new), functions)
        }
        services = compare { ($0.services + $0.abstracts).map { WiringItem($0) } }
        parameters = compare { $0.parameters.map { WiringItem($0) } }
        preferences = compare { $0.preferences.map { WiringItem($0) } }
        hooks = compare { $0.hooks.map { WiringItem($0) }.numbered }
        rules = compare { $0.rules.map { WiringItem($0) }.numbered }
    }

    /// The differences of named items, sorted by name.
    private static func changes(
        from old: [WiringItem], to new: [WiringItem], _ functions: FunctionTexts
    ) -> [Change] {
        let before = Dictionary(old.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        let after = Dictionary(new.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        return Set(before.keys).union(after.keys).sorted().compactMap { name in
            let (one, other) = (before[name], after[name])
            guard let one, let other else {
                return Change(
                    name: name, kind: one == nil ? .added : .removed, before: one?.location, after: other?.location,
                    fields: [])
            }
            let fields = fields(from: one.fields, to: other.fields, functions)
            if fields.isEmpty { return nil }
            return Change(name: name, kind: .changed, before: one.location, after: other.location, fields: fields)
        }
    }

    /// The differences in the order of the new items, followed by the removed ones.
    private static func fields(
        from old: [WiringItem.Field], to new: [WiringItem.Field], _ functions: FunctionTexts
    ) -> [Field] {
        let before = Dictionary(old.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        let after = Set(new.map(\.name))
        let changed = new.compactMap { field -> Field? in
            let former = before[field.name]
            guard former.map({ functions.areSame($0, field) }) != true else { return nil }
            return Field(name: field.name, before: former?.side, after: field.side)
        }
        return changed
            + old.filter { !after.contains($0.name) }.map { Field(name: $0.name, before: $0.side, after: nil) }
    }
}

extension WiringItem.Field {
    fileprivate var side: WiringDiff.Side { WiringDiff.Side(text: text, location: location) }
}
