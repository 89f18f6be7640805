// The declarations of swift-log that MoonwireCore uses, for scripts/traits.

/// Writes lines with metadata.
public struct Logger: Sendable {
    /// Data of a line, by name.
    public typealias Metadata = [String: MetadataValue]

    /// How severe a line is.
    public enum Level: Sendable { case trace, debug, info, notice, warning, error, critical }

    /// A value of metadata.
    public enum MetadataValue: Sendable, ExpressibleByStringInterpolation {
        case string(String)
        case stringConvertible(any CustomStringConvertible & Sendable)

        /// Creates a value from a string.
        public init(stringLiteral value: String) { self = .string(value) }
    }

    /// The text of a line.
    public struct Message: ExpressibleByStringInterpolation {
        /// Creates a message from a string.
        public init(stringLiteral value: String) {}
    }

    /// Makes the metadata of a task.
    public struct MetadataProvider: Sendable {
        /// Creates a provider.
        public init(_ provideMetadata: @escaping @Sendable () -> Metadata) {}
    }

    /// Writes a line.
    public func log(
        level: Level, _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
        source: @autoclosure () -> String? = nil, file: String = #fileID, function: String = #function,
        line: UInt = #line
    ) {}
}
