public import MoonwireValues

/// The changes that a reload makes, or would make.
public struct ReloadPlan: Sendable, Hashable {
    /// A service or a parameter before and after the reload; a location is nil if it is not defined at that time.
    public struct Change: Sendable, Hashable {
        /// The id of the service, or the name of the parameter.
        public let name: String
        /// Where the former scripts define it.
        public let before: ScriptLocation?
        /// Where the new scripts define it.
        public let after: ScriptLocation?

        package init(name: String, before: ScriptLocation?, after: ScriptLocation?) {
            self.name = name
            self.before = before
            self.after = after
        }
    }

    /// Why an instance is replaced.
    public enum Reason: String, Sendable, Hashable, Codable {
        /// The new scripts do not define the service.
        case removed
        /// The definition, or a value that it contains, has changed.
        case changed
        /// A function of a script takes part, and a file that it may depend on has changed.
        case function
        /// The definition requires it: `reload = "rebuild"`.
        case rebuild
    }

    /// An instance that is not carried over.
    public struct Replacement: Sendable, Hashable {
        /// The id of the service.
        public let id: String
        /// Why the last service of ``through`` is replaced.
        public let reason: Reason
        /// The ids from the service itself to the dependency that causes its replacement.
        public let through: [String]

        package init(id: String, reason: Reason, through: [String]) {
            self.id = id
            self.reason = reason
            self.through = through
        }
    }

    /// The services that are new, in the order of their definitions.
    public package(set) var added: [Change] = []
    /// The services that are no longer defined.
    public package(set) var removed: [Change] = []
    /// The services that are built differently.
    public package(set) var changed: [Change] = []
    /// The parameters that are new, removed, or have another value, in the order of their names.
    public package(set) var parameters: [Change] = []
    /// The ids of the instances that are carried over.
    public package(set) var kept: [String] = []
    /// The ids of the carried-over instances whose setters and calls run again.
    public package(set) var reapplied: [String] = []
    /// The instances that are replaced or removed, in the order in which they are stopped.
    public package(set) var replaced: [Replacement] = []

    package init() {}

    /// Whether the reload changes nothing.
    public var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && changed.isEmpty && parameters.isEmpty && replaced.isEmpty
            && reapplied.isEmpty
    }
}

extension ReloadPlan {
    /// The plan as hooks receive it: lists of names, and the whole as a string.
    package var value: PlainValue {
        let names = { (names: [String]) in PlainValue.list(names.map(PlainValue.text)) }
        return [
            "added": names(added.map(\.name)), "removed": names(removed.map(\.name)),
            "changed": names(changed.map(\.name)), "parameters": names(parameters.map(\.name)), "kept": names(kept),
            "reapplied": names(reapplied),
            "replaced": names(replaced.map(\.id)), "text": .text(description),
        ]
    }
}
