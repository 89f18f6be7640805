public import MoonwireValues

/// Where a member must run.
@usableFromInline package enum Isolation: String, Sendable, Hashable, Codable {
    case none
    case mainActor
    case actor
}

/// The description of an argument.
@usableFromInline package struct ArgumentDescription: Sendable, Hashable {
    package let label: String
    /// The name of the Swift type.
    package let type: String
    /// The values that fit.
    package let shape: ValueShape
    package let hasDefault: Bool
    package private(set) var swiftType = SwiftType.unknown
    package private(set) var leftOut = LeftOutValue.unknown

    package init(label: String, type: String, shape: ValueShape, hasDefault: Bool) {
        self.label = label
        self.type = type
        self.shape = shape
        self.hasDefault = hasDefault
    }

    package init(
        label: String, type: String, shape: ValueShape, hasDefault: Bool, swiftType: SwiftType, leftOut: LeftOutValue
    ) {
        self.init(label: label, type: type, shape: shape, hasDefault: hasDefault)
        self.swiftType = swiftType
        self.leftOut = leftOut
    }

    /// Whether a definition can omit the argument.
    package var isOptional: Bool {
        if case .optional = shape { return true }
        return hasDefault
    }
}

/// The description of an initializer or a method.
@usableFromInline package struct Signature: Sendable, Hashable {
    /// The method's name; empty for an initializer.
    package let name: String
    package let arguments: [ArgumentDescription]
    /// The name of the Swift type of the result.
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

    /// Whether the result is a changed copy of the value on which the method of that type is called.
    package func returnsChanged(_ type: TypeDescription) -> Bool {
        guard !type.isClass, case .object(let name) = resultShape else { return false }
        // With an assigned name, a type provides the Swift type.
        return name == type.qualifiedName || type.providedTypes.contains(name)
    }

    /// Whether the method of a value, which it does not change, has another result that a call ignores.
    package func isResultIgnored(of type: TypeDescription) -> Bool {
        !type.isClass && result != "()" && !returnsChanged(type)
    }

    /// The initializer of a type with that name, which is also its qualified name.
    package func initializing(_ name: String) -> Signature {
        Signature(
            name: self.name, arguments: arguments, result: name, resultShape: .object(name), isolation: isolation,
            isAsync: isAsync, documentation: documentation)
    }

    package func documented(_ text: String) -> Signature {
        Signature(
            name: name, arguments: arguments, result: result, resultShape: resultShape, isolation: isolation,
            isAsync: isAsync, documentation: text)
    }
}
