import MoonwireSupport
package import MoonwireValues

/// A type of environment variables that a script or the application adds: `processor "csv" (function(text) … end)`.
package final class EnvironmentProcessor: Sendable {
    package let name: String
    package let origin: Origin
    private let read: @Sendable (String) throws -> PlainValue

    package init(_ name: String, origin: Origin, _ read: @escaping @Sendable (String) throws -> PlainValue) {
        self.name = name
        self.origin = origin
        self.read = read
    }

    /// The value that a string represents; throws the error of the function.
    func value(of text: String) throws -> PlainValue { try read(text) }

    /// Why the name cannot be that of a processor; nil if it can.
    package static func fault(ofName name: String, at location: ScriptLocation?) -> Diagnostic? {
        if reservedNames.contains(name) { return .processorHasBuiltInName(name, at: location) }
        return isName(name) ? nil : .badProcessorName(name, at: location)
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.first, !first.isNumber else { return false }
        return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// The types that Moonwire provides, and the other words that have their place.
    private static let reservedNames = Set(EnvironmentType.names + ["default", "enum", "secret"])
}

/// Two processors of the same name are equal: a reload compares the values that they return.
extension EnvironmentProcessor: Hashable {
    package static func == (one: EnvironmentProcessor, other: EnvironmentProcessor) -> Bool { one.name == other.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Why the text of a variable could not be read.
enum VariableRefusal: Error {
    /// The file that it names cannot be read.
    case file(FileRefusal)
    /// A processor failed.
    case processor(EnvironmentProcessor, any Error)
    /// A processor did not return a string, which the type after it could read.
    case noText(EnvironmentProcessor, PlainValue, EnvironmentType)
}
