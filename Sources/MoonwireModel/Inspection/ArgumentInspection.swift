package import MoonwireValues

/// An argument that a service takes when it is resolved.
package struct ArgumentInspection: Sendable, Hashable, Encodable {
    package let name: String
    /// The name of its Swift type, as far as it is known.
    package let type: String?
    /// Whether a resolve must give it.
    package let isRequired: Bool
    /// The default as it is written; nil if there is none, or if only Swift knows it.
    package let defaultValue: String?
    package let location: ScriptLocation?

    init(_ argument: DeclaredArgument, _ values: ValueReading) {
        name = argument.name
        type = argument.type
        isRequired = argument.isRequired
        defaultValue = argument.defaultValue.map { values.written($0) }
        location = argument.location
    }

    /// The argument as commands show it: `title: String = "Untitled"`.
    package var words: String {
        let typed = type.map { "\(name): \($0)" } ?? name
        if isRequired { return typed }
        return defaultValue.map { "\(typed) = \($0.shortenedValue)" } ?? "\(typed), optional"
    }
}
