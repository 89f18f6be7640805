#if Tracing
    public import Tracing

    /// With the trait `Tracing` of this package, makes a span of swift-distributed-tracing of each build, and of each wait for one.
    ///
    /// ```swift
    /// container.addObserver(TracingObserver())
    /// ```
    ///
    /// A span is a part of that of the service that needed the build, or else of the span of the task.
    public struct TracingObserver: ContainerObserver {
        /// Creates an observer for the tracer of the instrumentation system.
        public init() {}

        /// Begins a span with the name of the service, its path, its scope, and its generation.
        public func buildBegan(_ build: ObservedBuild, within outer: (any Tracing.Span)?) -> any Tracing.Span {
            let span = startSpan(
                build.isWait ? "wait for \(build.id)" : "build \(build.id)",
                context: outer?.context ?? ServiceContext.current ?? .topLevel, ofKind: .internal)
            span.attributes["moonwire.path"] = .string(build.path.joined(separator: " -> "))
            span.attributes["moonwire.scope"] = .string(build.scope)
            span.attributes["moonwire.generation"] = .int64(Int64(build.generation))
            return span
        }

        /// Ends the span, with the error of a build that failed.
        public func buildEnded(
            _ build: ObservedBuild, _ span: any Tracing.Span, after duration: Duration, error: (any Error)?
        ) {
            if let error { span.recordError(error) }
            span.end()
        }
    }
#endif
