import MoonwireSupport

/// The services that were resolved during builds but are in no definition, because factories are opaque.
struct RuntimeDependencyLog: Sendable {
    /// The runtime dependencies of one service.
    struct Entry: Sendable {
        /// By position.
        fileprivate(set) var services: Set<Int> = []
        /// The ids that were resolved, with their positions.
        fileprivate(set) var ids: [String: Int] = [:]
        /// The ids that were requested and are not defined.
        fileprivate(set) var missingIDs = MissingNames()
        /// The types by which services were resolved.
        fileprivate(set) var types: Set<ObjectIdentifier> = []
        fileprivate(set) var parameters: Set<String> = []
        fileprivate(set) var missingParameters = MissingNames()
        fileprivate(set) var tags: Set<String> = []
        /// Tags without services.
        fileprivate(set) var missingTags = MissingNames()
        /// The slots of the instance.
        fileprivate(set) var slots: [ObjectIdentifier: SlotTable] = [:]
        /// The values that were read from the environment, as digests, because some are secret.
        fileprivate(set) var environment: [EnvironmentReading: TextDigest?] = [:]
        fileprivate(set) var preferences: Set<String> = []
        fileprivate(set) var missingPreferences = MissingNames()

        /// The number of entries.
        ///
        /// Nothing is ever removed, so two logs of the same size are equal.
        var size: Int {
            services.count + ids.count + types.count + parameters.count + tags.count + slots.count + environment.count
                + preferences.count + missingIDs.size + missingParameters.size + missingTags.size
                + missingPreferences.size
        }

        fileprivate mutating func formUnion(_ other: Entry) {
            services.formUnion(other.services)
            ids.merge(other.ids) { $1 }
            missingIDs.formUnion(other.missingIDs)
            missingParameters.formUnion(other.missingParameters)
            missingTags.formUnion(other.missingTags)
            types.formUnion(other.types)
            parameters.formUnion(other.parameters)
            tags.formUnion(other.tags)
            slots.merge(other.slots) { $1 }
            environment.merge(other.environment) { one, _ in one }
            preferences.formUnion(other.preferences)
            missingPreferences.formUnion(other.missingPreferences)
        }
    }

    /// Names that do not exist: a function may request any, for as long as the container runs.
    struct MissingNames: Sendable {
        private static let most = 32
        private static let longest = 200

        private(set) var names: Set<String> = []
        /// Whether there were more, or longer ones, so that any other name may have been requested, too.
        private(set) var isIncomplete = false

        fileprivate var size: Int { names.count + (isIncomplete ? 1 : 0) }

        fileprivate mutating func insert(_ name: String) {
            if names.contains(name) { return }
            if names.count < Self.most, name.utf8.count <= Self.longest {
                names.insert(name)
            } else {
                isIncomplete = true
            }
        }

        fileprivate mutating func formUnion(_ other: MissingNames) {
            isIncomplete = isIncomplete || other.isIncomplete
            for name in other.names { insert(name) }
        }
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        /// The entries by what they need, until one of them needs more.
        var users: RuntimeUsers?
    }

    private let state = Lock(State())

    private func change(_ position: Int, _ change: (inout Entry) -> Void) {
        state.withLock { change(&$0.entries[position, default: Entry()]) }
    }

    /// Records a service or a type, which the table of users also contains.
    private func changeNeeds(_ position: Int, _ change: (inout Entry) -> Bool) {
        state.withLock { if change(&$0.entries[position, default: Entry()]) { $0.users = nil } }
    }

    func note(service need: Int, by position: Int) { changeNeeds(position) { $0.services.insert(need).inserted } }

    /// The service at `position` requested an id, which may not exist.
    func note(id: String, leadingTo need: Int?, by position: Int) {
        changeNeeds(position) { seen in
            guard let need else {
                seen.missingIDs.insert(id)
                return false
            }
            seen.ids[id] = need
            return seen.services.insert(need).inserted
        }
    }

    func note(type: ObjectIdentifier, by position: Int) { changeNeeds(position) { $0.types.insert(type).inserted } }

    func note(parameter name: String, isDefined: Bool, by position: Int) {
        change(position) { seen in
            if isDefined { seen.parameters.insert(name) } else { seen.missingParameters.insert(name) }
        }
    }

    /// Records that a service collected a tag while it was built.
    ///
    /// `isUsed` states whether a service has the tag.
    func note(tag name: String, isUsed: Bool, by position: Int) {
        change(position) { seen in
            if isUsed { seen.tags.insert(name) } else { seen.missingTags.insert(name) }
        }
    }

    /// The instance at `position` has these slots, so the rules for them matter.
    func note(slots: SlotTable, by position: Int) { change(position) { $0.slots[ObjectIdentifier(slots)] = slots } }

    func note(preference name: String, isDefined: Bool, by position: Int) {
        change(position) { seen in
            if isDefined { seen.preferences.insert(name) } else { seen.missingPreferences.insert(name) }
        }
    }

    /// The first value counts: if a later one differs in the same build, one of the two is not current.
    func note(_ reading: EnvironmentReading, _ text: String?, by position: Int) {
        change(position) { seen in
            if seen.environment[reading] == nil { seen.environment[reading] = .some(text.map(TextDigest.init)) }
        }
    }

    /// The dependencies so far, by position.
    var all: [Int: Entry] { state.withLock { $0.entries } }

    func of(_ position: Int) -> Entry? { state.withLock { $0.entries[position] } }

    /// The services that need each service and each type, as far as it is known from builds.
    ///
    /// The same object until more is known.
    var users: RuntimeUsers {
        state.withLock { state in
            let users = state.users ?? RuntimeUsers(state.entries)
            state.users = users
            return users
        }
    }

    /// Takes over the runtime dependencies of services in the former generation.
    ///
    /// - Parameters:
    /// - all: Those dependencies, by position.
    /// - held: The positions of the services there.
    /// - positions: By position in the former generation, the position in this one.
    func inherit(_ all: [Int: Entry], of held: some Sequence<Int>, _ positions: [Int?]) {
        guard !all.isEmpty else { return }
        for position in held {
            guard var known = all[position], let new = positions[position] else { continue }
            known.services = Set(known.services.compactMap { positions[$0] })
            for (id, position) in known.ids {
                known.ids[id] = positions[position]
                if positions[position] == nil { known.missingIDs.insert(id) }
            }
            changeNeeds(new) { entry in
                entry.formUnion(known)
                return true
            }
        }
    }
}
