public import MoonwireValues

/// What a reload changes, or would change.
public struct ReloadPlan: Sendable, Hashable {
    /// Something that scripts define, before and after; nil where it does not exist.
    public struct Change: Sendable, Hashable {
        public let name: String
        public let before: ScriptLocation?
        public let after: ScriptLocation?

        package init(name: String, before: ScriptLocation?, after: ScriptLocation?) {
            self.name = name
            self.before = before
            self.after = after
        }
    }

    /// Why an instance is replaced.
    public enum Reason: String, Sendable, Hashable, Codable {
        case removed
        case changed
        /// A function of a script takes part, and a file that it may depend on has changed.
        case function
        /// The service asks for it: `reload = "rebuild"`.
        case rebuild
    }

    /// An instance that does not go on.
    public struct Replacement: Sendable, Hashable {
        public let id: String
        /// What is the matter with the last service of ``through``.
        public let reason: Reason
        /// The ids from the service itself to the one because of which it is replaced.
        public let through: [String]

        package init(id: String, reason: Reason, through: [String]) {
            self.id = id
            self.reason = reason
            self.through = through
        }
    }

    /// The services that are new, in the order of their definitions.
    public package(set) var added: [Change] = []
    /// The services that are gone.
    public package(set) var removed: [Change] = []
    /// The services that are built differently.
    public package(set) var changed: [Change] = []
    /// The parameters that are new, gone or have another value, in name order.
    public package(set) var parameters: [Change] = []
    /// The ids of the instances that go on.
    public package(set) var kept: [String] = []
    /// The instances that make room for new ones, in the order in which they are stopped.
    public package(set) var replaced: [Replacement] = []

    package init() {}

    /// Whether nothing changes at all.
    public var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && changed.isEmpty && parameters.isEmpty && replaced.isEmpty
    }
}

extension ReloadPlan {
    /// The plan as hooks receive it: lists of names, and the whole as a string.
    package var value: PlainValue {
        let names = { (names: [String]) in PlainValue.list(names.map(PlainValue.text)) }
        return [
            "added": names(added.map(\.name)), "removed": names(removed.map(\.name)),
            "changed": names(changed.map(\.name)), "parameters": names(parameters.map(\.name)), "kept": names(kept),
            "replaced": names(replaced.map(\.id)), "text": .text(description),
        ]
    }
}
