/// What a container throws: everything that is wrong, as data, and the error that lies underneath, if any.
public struct ContainerError: Error, Sendable {
    /// All that is wrong, in the order of the scripts' lines.
    public let diagnostics: [Diagnostic]
    /// The error that a service's own code threw.
    public let underlying: (any Error)?

    public init(_ diagnostics: [Diagnostic], underlying: (any Error)? = nil) {
        self.diagnostics = diagnostics
        self.underlying = underlying
    }

    public init(_ diagnostic: Diagnostic, underlying: (any Error)? = nil) {
        self.init([diagnostic], underlying: underlying)
    }

    /// The code of the first diagnostic.
    public var code: DiagnosticCode? { diagnostics.first?.code }
}

extension ContainerError: CustomStringConvertible {
    public var description: String {
        diagnostics.map(\.description).joined(separator: "\n")
    }
}
