/// What determines the value of an argument that a caller leaves out, if the program is available.
///
/// A manifest does not have it, so descriptions are equal with and without it.
package struct LeftOutValue: Sendable, Hashable {
    /// Returns the default of the argument, or what the container passes; nil if there is none.
    package let value: @Sendable () -> Any?

    package static let unknown = LeftOutValue { nil }

    package init(_ value: @escaping @Sendable () -> Any?) {
        self.value = value
    }

    package static func == (one: LeftOutValue, other: LeftOutValue) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}
