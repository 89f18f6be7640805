// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Public names of Hummingbird.

public struct Application { public init(configuration: ApplicationConfiguration = .init()) {} }
public struct ApplicationConfiguration { public init() {} }
public struct Environment { public init() {} }
public struct Request {}
public struct Response {}
public struct HTTPError: Error {}
public final class Router<Context> { public init() {} }
public protocol RequestContext {}
public struct BasicRequestContext: RequestContext {}
public protocol MiddlewareProtocol {}
public protocol ResponseGenerator {}
public struct Parameters {}
public struct MemoryPersistDriver {}
public protocol PersistDriver {}
