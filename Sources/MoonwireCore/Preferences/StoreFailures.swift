/// The preferences whose stores cannot be read, and why: each failure is reported once.
struct StoreFailures {
    private struct Failure: Hashable {
        let store: String
        let reason: String
    }

    /// By the preference's title.
    private var failures: [String: Failure] = [:]
    /// The number of preferences with each failure.
    private var counts: [Failure: Int] = [:]

    /// Records why the store of a preference cannot be read; false if it was reported: it fails for all of its preferences at once.
    mutating func recordIfNew(for definition: PreferenceDefinition, _ reason: String) -> Bool {
        let failure = Failure(store: definition.storeNames, reason: reason)
        let isKnown = counts[failure] != nil
        end(for: definition.title)
        failures[definition.title] = failure
        counts[failure, default: 0] += 1
        return !isKnown
    }

    func contains(_ title: String) -> Bool { failures[title] != nil }

    mutating func end(for title: String) {
        guard !failures.isEmpty, let failure = failures.removeValue(forKey: title), let count = counts[failure] else {
            return
        }
        counts[failure] = count > 1 ? count - 1 : nil
    }

    /// Forgets all other preferences.
    mutating func keep(_ titles: Set<String>) {
        for title in failures.keys where !titles.contains(title) { end(for: title) }
    }
}
