// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Public names of swift-log.

public struct Logger: Sendable {
    public enum Level { case info }
    public init(label: String) {}
}
public protocol LogHandler {}
public enum LoggingSystem {}
public struct MultiplexLogHandler {}
public struct StreamLogHandler {}
