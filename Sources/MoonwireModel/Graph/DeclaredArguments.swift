package import MoonwireValues

/// An argument of a service, which is given when the service is resolved.
package struct DeclaredArgument: Sendable {
    /// A type that the value must have where the service uses it.
    struct Use: Sendable {
        /// The name of the Swift type.
        let type: String
        let shape: ValueShape
        let swiftType: SwiftType
    }

    /// An argument of another service.
    struct Target: Hashable {
        let service: Int
        let name: String
    }

    package let name: String
    /// Whether a resolve must give it: it has no default.
    package internal(set) var isRequired: Bool
    /// Nil for an argument without a default, or with one that only Swift knows.
    package let defaultValue: WiredValue?
    package let location: ScriptLocation?
    /// The position in the order of all arguments.
    let rank: Int
    /// Where the service itself uses it, as far as the types are known.
    private(set) var uses: [Use]
    /// The arguments of other services as which the service passes it.
    private(set) var passedTo: [Target] = []
    private var knownTargets: Set<Target> = []

    /// The first default of another `argument` with the same name that is a different one; nil if there is none.
    private(set) var otherDefault: DeclaredDefault?
    /// Whether a factory in Swift has several arguments of that name.
    private(set) var isRepeated = false

    /// The name of its type, if it is known.
    package var type: String? { uses.first?.type }
}

/// The arguments of a service, in the order in which they are written.
package final class DeclaredArguments: Sendable {
    package let all: [DeclaredArgument]
    /// Whether a function takes part in the build, which may read other arguments.
    package let isOpen: Bool
    /// Whether a resolve must give any.
    package let isAnyRequired: Bool
    private let places: [String: Int]

    init(_ all: [DeclaredArgument], isOpen: Bool) {
        self.all = all
        self.isOpen = isOpen
        isAnyRequired = all.contains(where: \.isRequired)
        places = Dictionary(all.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    package subscript(name: String) -> DeclaredArgument? { places[name].map { all[$0] } }

    package var names: [String] { all.map(\.name) }

    /// Those that a resolve must give and that are not among the names.
    package func missing(among names: some Collection<String>) -> [DeclaredArgument] {
        guard isAnyRequired else { return [] }
        let names = Set(names)
        return all.filter { $0.isRequired && !names.contains($0.name) }
    }

    /// Those of both services, in their order.
    func merged(with other: DeclaredArguments) -> DeclaredArguments {
        var merged = all
        for argument in other.all {
            if let index = places[argument.name] {
                merged[index].add(argument)
            } else {
                merged.append(argument)
            }
        }
        return DeclaredArguments(merged.inOrder, isOpen: isOpen || other.isOpen)
    }
}

/// A default of an argument, and where it is written.
struct DeclaredDefault: Sendable {
    let value: WiredValue
    let location: ScriptLocation?
}

extension DeclaredArgument {
    init(
        name: String, isRequired: Bool, defaultValue: WiredValue?, location: ScriptLocation?, rank: Int, use: Use?
    ) {
        self.name = name
        self.isRequired = isRequired
        self.defaultValue = defaultValue
        self.location = location
        self.rank = rank
        uses = use.map { [$0] } ?? []
    }

    /// Records that the same service has another argument of the same name that contradicts this one.
    mutating func noteConflict(with other: DeclaredArgument) {
        if let own = defaultValue, let value = other.defaultValue, otherDefault == nil, own.isWrittenUnlike(value) {
            otherDefault = DeclaredDefault(value: value, location: other.location)
        }
        if rank == Self.rankOfFactories, other.rank == rank { isRepeated = true }
    }

    /// The rank of an argument of a factory in Swift: before those of scripts.
    static let rankOfFactories = -1

    /// Adds another use of the same name.
    mutating func add(_ other: DeclaredArgument) {
        isRequired = isRequired || other.isRequired
        for use in other.uses where !uses.contains(where: use.isSame(as:)) { uses.append(use) }
        for target in other.passedTo { pass(to: target) }
    }

    /// Records that the service passes it to another one.
    mutating func pass(to target: Target) {
        if knownTargets.insert(target).inserted { passedTo.append(target) }
    }
}

extension DeclaredArgument.Use {
    fileprivate func isSame(as other: Self) -> Bool {
        type == other.type && shape == other.shape
            && swiftType.type.map(ObjectIdentifier.init) == other.swiftType.type.map(ObjectIdentifier.init)
    }
}

extension WiredValue {
    /// Whether two defaults differ: values in what they are, everything else in how it is written.
    fileprivate func isWrittenUnlike(_ other: WiredValue) -> Bool {
        if case .value(let own) = self, case .value(let other) = other { return own != other }
        return written != other.written
    }
}

extension [DeclaredArgument] {
    /// In the order in which they are written; the sort is stable for those of one factory in Swift.
    var inOrder: [DeclaredArgument] {
        enumerated().sorted { ($0.1.rank, $0.0) < ($1.1.rank, $1.0) }.map(\.1)
    }
}
