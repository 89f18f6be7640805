/// The types that scripts of a graph use, as far as recording them needs it: which members are called, with which labels.
struct RecordedTypes: Sendable {
    struct Members: Sendable {
        /// The labels of each initializer.
        var initializers: Set<[String]> = []
        /// The labels of the methods that scripts call on an instance.
        var methods: [String: [String]] = [:]
        /// The labels of the methods that make a service.
        var factories: [String: [String]] = [:]
        var staticFactories: [String: [String]] = [:]
        var properties: Set<String> = []
        /// The methods that complete an instance of another type.
        var configurators: Set<String> = []
    }

    private(set) var types: [String: Members] = [:]

    mutating func change(_ type: String, _ change: (inout Members) -> Void) {
        change(&types[type, default: Members()])
    }
}

extension [String: [String]] {
    /// Notes a call with these labels.
    mutating func note(_ method: String, _ labels: [String]) {
        let known = self[method] ?? []
        self[method] = known + labels.filter { !known.contains($0) }
    }
}
