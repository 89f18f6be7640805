// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Public names of Vapor, and of ConsoleKit, which it exports.

public final class Application { public init(_ environment: Environment = .development) {} }
public struct Environment: Sendable {
    public let name: String
    public static let development = Environment(name: "development")
}
public final class Request {}
public final class Response {}
public protocol Content {}
public protocol Middleware {}
public protocol AsyncMiddleware {}
public protocol Client {}
public protocol Cache {}
public protocol RoutesBuilder {}
public final class Route {}
public struct View {}
public struct Abort: Error {}
public struct Validations {}
public struct Validator<T> {}
public final class Session {}
public protocol StorageKey {}
public struct Storage {}
public protocol LifecycleHandler {}
public enum ClientResponse {}
public struct Services {}

public protocol Console {}
public protocol AnyCommand {}
public protocol Command: AnyCommand {}
public protocol AsyncCommand: AnyCommand {}
public protocol CommandSignature {}
public struct CommandContext {}
public struct Commands {}
public struct ConsoleText {}
@propertyWrapper public struct Argument<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value, name: String) { self.wrappedValue = wrappedValue }
}
@propertyWrapper public struct Option<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value, name: String) { self.wrappedValue = wrappedValue }
}
@propertyWrapper public struct Flag {
    public var wrappedValue: Bool
    public init(wrappedValue: Bool, name: String) { self.wrappedValue = wrappedValue }
}
