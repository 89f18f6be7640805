public import MoonwireValues

/// Where a member must run.
public enum Isolation: String, Sendable, Hashable, Codable {
    case none
    case mainActor
    case actor
}

/// What an exposure records of one argument.
public struct ArgumentDescription: Sendable, Hashable, Codable {
    public let label: String
    /// The Swift type, as its name reads.
    public let type: String
    /// What values fit.
    public let shape: ValueShape
    public let hasDefault: Bool
    private(set) var swiftType = SwiftType.unknown

    private enum CodingKeys: CodingKey { case label, type, shape, hasDefault }

    public init(label: String, type: String, shape: ValueShape, hasDefault: Bool) {
        self.label = label
        self.type = type
        self.shape = shape
        self.hasDefault = hasDefault
    }

    package init(label: String, type: String, shape: ValueShape, hasDefault: Bool, swiftType: SwiftType) {
        self.init(label: label, type: type, shape: shape, hasDefault: hasDefault)
        self.swiftType = swiftType
    }

    /// Whether a definition may leave the argument out.
    public var isOptional: Bool {
        if case .optional = shape { return true }
        return hasDefault
    }
}

/// What an exposure records of an initializer or a method.
public struct Signature: Sendable, Hashable, Codable {
    /// The method's name; empty for an initializer.
    public let name: String
    public let arguments: [ArgumentDescription]
    /// The Swift type of the result, as its name reads.
    public let result: String
    public let resultShape: ValueShape
    public let isolation: Isolation
    public let isAsync: Bool
    /// What it does, for whoever writes scripts.
    public let documentation: String?

    public init(
        name: String, arguments: [ArgumentDescription], result: String, resultShape: ValueShape,
        isolation: Isolation = .none, isAsync: Bool = false, documentation: String? = nil
    ) {
        self.name = name
        self.arguments = arguments
        self.result = result
        self.resultShape = resultShape
        self.isolation = isolation
        self.isAsync = isAsync
        self.documentation = documentation
    }

    package func documented(_ text: String) -> Signature {
        Signature(
            name: name, arguments: arguments, result: result, resultShape: resultShape, isolation: isolation,
            isAsync: isAsync, documentation: text)
    }
}
