/// How a service is built, according to the rules of the data.
struct BuiltService: Sendable, Hashable {
    /// What creates the instance.
    enum Maker: Sendable, Hashable {
        case initializer
        case method(of: String, String)
        case staticMethod(of: String, String)
        /// The application supplies the instance.
        case outside
    }

    let className: String
    let maker: Maker
    /// The arguments by label.
    let arguments: [String: BuiltValue]
    let calls: [Call]
    let properties: [String: BuiltValue]
    /// The service, or the class, and its method that complete the instance.
    let configurator: Maker?
    /// Whether there is one instance.
    let isShared: Bool

    struct Call: Sendable, Hashable {
        let method: String
        let arguments: [BuiltValue]
    }
}

/// A value that a service receives.
indirect enum BuiltValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    /// Also an empty map.
    case list([BuiltValue])
    case map([String: BuiltValue])
    /// The service of a definition: the layer of a decorator has the decorator's id.
    case service(String)
    case inline(BuiltService)
}
