/// What an exposure records of a type, as data: enough to check scripts without the program.
public struct TypeDescription: Sendable, Hashable, Codable {
    /// The name that scripts use when it is unique.
    public let name: String
    /// The name with its module: `Garage.Engine`.
    public let qualifiedName: String
    public let isSendable: Bool
    public let initializers: [Signature]
    public let methods: [Signature]
    public let staticMethods: [Signature]
    public let properties: [PropertyDescription]
    /// The types, besides itself, as which its services may be asked for.
    public let provides: [String]
}
