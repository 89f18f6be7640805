public import MoonwireValues

/// Where a member must run.
@usableFromInline package enum Isolation: String, Sendable, Hashable, Codable {
    case none
    case mainActor
    case actor
}

/// What an exposure records of one argument.
@usableFromInline package struct ArgumentDescription: Sendable, Hashable, Codable {
    package let label: String
    /// The Swift type, as its name reads.
    package let type: String
    /// What values fit.
    package let shape: ValueShape
    package let hasDefault: Bool
    private(set) var swiftType = SwiftType.unknown

    private enum CodingKeys: CodingKey { case label, type, shape, hasDefault }

    package init(label: String, type: String, shape: ValueShape, hasDefault: Bool) {
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
    package var isOptional: Bool {
        if case .optional = shape { return true }
        return hasDefault
    }
}

/// What an exposure records of an initializer or a method.
@usableFromInline package struct Signature: Sendable, Hashable, Codable {
    /// The method's name; empty for an initializer.
    package let name: String
    package let arguments: [ArgumentDescription]
    /// The Swift type of the result, as its name reads.
    package let result: String
    package let resultShape: ValueShape
    package let isolation: Isolation
    package let isAsync: Bool
    /// A description of the member for the authors of scripts.
    package let documentation: String?

    @usableFromInline package init(
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
