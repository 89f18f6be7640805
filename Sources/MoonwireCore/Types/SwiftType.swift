/// The type of an argument or a property, where the program is at hand.
///
/// A manifest does not have it, so descriptions are equal whether they have it or not.
@usableFromInline struct SwiftType: Sendable, Hashable {
    let type: Any.Type?

    static let unknown = SwiftType(type: nil)

    private init(type: Any.Type?) {
        self.type = type
    }

    @usableFromInline init(_ type: Any.Type) {
        self.init(type: type)
    }

    @usableFromInline static func == (one: SwiftType, other: SwiftType) -> Bool { true }
    @usableFromInline func hash(into hasher: inout Hasher) {}
}
