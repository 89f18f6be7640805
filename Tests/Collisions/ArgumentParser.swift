// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Public names of swift-argument-parser.

public protocol ParsableArguments {}
public protocol ParsableCommand: ParsableArguments {}
public protocol AsyncParsableCommand: ParsableCommand {}
public protocol ExpressibleByArgument {}
public protocol EnumerableFlag {}

@propertyWrapper public struct Argument<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value, help: ArgumentHelp? = nil) { self.wrappedValue = wrappedValue }
}

@propertyWrapper public struct Option<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value, name: NameSpecification = .long, help: ArgumentHelp? = nil) {
        self.wrappedValue = wrappedValue
    }
}

@propertyWrapper public struct Flag<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value, help: ArgumentHelp? = nil) { self.wrappedValue = wrappedValue }
}

@propertyWrapper public struct OptionGroup<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

public struct ArgumentHelp: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {}
}

public enum NameSpecification { case long, short }
public struct CommandConfiguration { public init(abstract: String = "") {} }
public struct CommandGroup {}
public struct CompletionKind {}
public struct ArgumentVisibility {}
public struct ArgumentArrayParsingStrategy {}
public struct SingleValueParsingStrategy {}
public struct ExitCode: Error { public static let failure = ExitCode() }
public enum CleanExit: Error { case message(String) }
public struct ValidationError: Error { public init(_ message: String) {} }
