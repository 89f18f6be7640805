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

    package let name: String
    /// Whether a resolve must give it: it has no default.
    package internal(set) var isRequired: Bool
    /// Nil for an argument without a default, or with one that only Swift knows.
    package let defaultValue: WiredValue?
    package let location: ScriptLocation?
    /// The position in the order of all arguments.
    let rank: Int
    /// Where the service itself uses it, as far as the types are known.
    var uses: [Use] = []
    /// The arguments of other services as which the service passes it.
    var passedTo: [(service: Int, name: String)] = []

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
    let value: PlainValue
    let location: ScriptLocation?
}

extension DeclaredArgument {
    /// Records that the same service has another argument of the same name that contradicts this one.
    mutating func noteConflict(with other: DeclaredArgument) {
        if case .value(let own)? = defaultValue, case .value(let value)? = other.defaultValue, own != value,
            otherDefault == nil
        {
            otherDefault = DeclaredDefault(value: value, location: other.location)
        }
        if rank == Self.rankOfFactories, other.rank == rank { isRepeated = true }
    }

    /// The rank of an argument of a factory in Swift: before those of scripts.
    static let rankOfFactories = -1

    /// Adds another use of the same name.
    mutating func add(_ other: DeclaredArgument) {
        isRequired = isRequired || other.isRequired
        uses += other.uses
        passedTo += other.passedTo
    }
}

extension [DeclaredArgument] {
    /// In the order in which they are written; the sort is stable for those of one factory in Swift.
    var inOrder: [DeclaredArgument] {
        enumerated().sorted { ($0.1.rank, $0.0) < ($1.1.rank, $1.0) }.map(\.1)
    }
}
