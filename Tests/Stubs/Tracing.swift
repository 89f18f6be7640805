// The declarations of swift-distributed-tracing that MoonwireCore uses, for scripts/traits.

/// What travels with a task.
public struct ServiceContext: Sendable {
    /// That of the task.
    public static var current: ServiceContext? { nil }
    /// An empty one.
    public static var topLevel: ServiceContext { ServiceContext() }
}

/// The role of a span.
public enum SpanKind: Sendable { case `internal` }

/// A value of an attribute.
public enum SpanAttribute: Sendable {
    case string(String)
    case int64(Int64)
}

/// Attributes by name.
public struct SpanAttributes: Sendable {
    /// The attribute with a name.
    public subscript(name: String) -> SpanAttribute? {
        get { nil }
        set {}
    }
}

/// A part of a trace.
public protocol Span: Sendable {
    var context: ServiceContext { get }
    var attributes: SpanAttributes { get nonmutating set }
}

extension Span {
    /// Records an error.
    public func recordError(_ error: any Error) {}
    /// Ends the span.
    public func end() {}
}

private struct NoSpan: Span {
    let context = ServiceContext.topLevel
    var attributes: SpanAttributes {
        get { SpanAttributes() }
        nonmutating set {}
    }
}

/// Begins a span.
public func startSpan(
    _ operationName: String, context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
    ofKind kind: SpanKind = .internal, function: String = #function, file fileID: String = #fileID,
    line: UInt = #line
) -> any Span {
    NoSpan()
}
