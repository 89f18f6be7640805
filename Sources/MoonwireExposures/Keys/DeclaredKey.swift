/// A service or a preference of the scripts, with what is known of it in each environment.
struct DeclaredKey: Sendable {
    enum Kind: String, Sendable {
        case service, preference

        /// The type that the keys extend.
        var extended: String { self == .service ? "ServiceKey" : "Preferences.Key" }
    }

    let kind: Kind
    /// The id of the service, or the name of the preference.
    let id: String
    /// Where the scripts first define it.
    let location: SourceLocation?
    /// The types of its value, by the environments that have it.
    var types: [(environment: String, type: KeyType)] = []
    /// Whether the application can resolve it in every environment that has it.
    var isPublic = true
    /// The arguments that it takes when it is resolved, as Swift declares parameters.
    var arguments: [String] = []
    /// Why it is deprecated; empty if no reason is given, nil if it is not deprecated.
    var deprecation: String?
}

/// The type of the value of a key.
enum KeyType: Sendable, Hashable {
    /// A type with its module, and what else its instances are.
    case exposed(String, provided: Set<String>)
    /// A type as Swift code or the script writes it.
    case named(String)
    case unknown(Unknown)

    /// Why the type is not known.
    enum Unknown: Sendable, Hashable {
        /// A function creates the service.
        case function
        /// The application supplies the service, and the script does not name its type.
        case supplied
        /// The type of the factory, or its method, is not known.
        case factory
        /// The default of a preference is null.
        case null
    }
}

/// What scripts declare.
struct DeclaredKeys: Sendable {
    /// In the order in which the scripts define them.
    var keys: [DeclaredKey] = []
    /// The environments of the scripts.
    var environments: [String] = []
    /// How many faults the scripts have.
    var faultCount = 0
}
