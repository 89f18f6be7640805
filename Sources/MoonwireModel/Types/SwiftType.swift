/// The type of an argument or a property, if the program is available.
///
/// A manifest does not have it, so descriptions are equal with and without it.
@usableFromInline package struct SwiftType: Sendable, Hashable {
    package let type: Any.Type?

    package static let unknown = SwiftType(type: nil)

    private init(type: Any.Type?) {
        self.type = type
    }

    @usableFromInline package init(_ type: Any.Type) {
        self.init(type: type)
    }

    @usableFromInline package static func == (one: SwiftType, other: SwiftType) -> Bool { true }
    @usableFromInline package func hash(into hasher: inout Hasher) {}
}
