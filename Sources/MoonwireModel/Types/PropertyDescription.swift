public import MoonwireValues

/// What an exposure records of a property.
@usableFromInline package struct PropertyDescription: Sendable, Hashable {
    package let name: String
    /// The Swift type, as its name reads.
    package let type: String
    package let shape: ValueShape
    /// Whether definitions may set it.
    ///
    /// False for a closure `set:` of a value without references, which would change a copy.
    package private(set) var isWritable: Bool
    /// A description of the property for the authors of scripts.
    package private(set) var documentation: String?
    package private(set) var swiftType = SwiftType.unknown

    package init(name: String, type: String, shape: ValueShape, isWritable: Bool, documentation: String? = nil) {
        self.name = name
        self.type = type
        self.shape = shape
        self.isWritable = isWritable
        self.documentation = documentation
    }

    @usableFromInline package init(
        name: String, type: String, shape: ValueShape, isWritable: Bool, swiftType: SwiftType
    ) {
        self.init(name: name, type: type, shape: shape, isWritable: isWritable)
        self.swiftType = swiftType
    }

    /// The property as a factory, which makes a service by reading it.
    package var reading: Signature { Signature(name: name, arguments: [], result: type, resultShape: shape) }

    package var readOnly: PropertyDescription {
        var copy = self
        copy.isWritable = false
        return copy
    }

    package func documented(_ text: String) -> PropertyDescription {
        var copy = self
        copy.documentation = text
        return copy
    }
}
