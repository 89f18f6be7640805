/// The error that a container throws: all faults as data, and the underlying error, if any.
public struct ContainerError: Error, Sendable {
    /// All faults, in the order of the lines of the scripts.
    public let diagnostics: [Diagnostic]
    /// The error that application code threw, unchanged.
    ///
    /// Secrets are masked in ``diagnostics`` and in the description, but not in this error: check its content before you log it.
    public let underlying: (any Error)?

    /// Creates an error from diagnostics.
    public init(_ diagnostics: [Diagnostic], underlying: (any Error)? = nil) {
        self.diagnostics = diagnostics
        self.underlying = underlying
    }

    /// Creates an error from one diagnostic.
    public init(_ diagnostic: Diagnostic, underlying: (any Error)? = nil) {
        self.init([diagnostic], underlying: underlying)
    }

    /// Whether every diagnostic states who needs the service, in its path or, for cycles, in its message.
    package var isTraced: Bool {
        diagnostics.allSatisfy { !$0.path.isEmpty || $0.code == .serviceCycle || $0.code == .tooDeep }
    }

    /// Whether the error concerns a slot or a preference that was accessed, and not a dependency.
    package var isOfSlot: Bool {
        let codes: [Diagnostic.Code] = [.invalidSlot, .finalSlot, .invalidPreference, .unknownPreference]
        return diagnostics.allSatisfy { $0.path.isEmpty && codes.contains($0.code) }
    }

    /// The same error, with the services under construction as the path where there is none.
    package func needed(by path: [String]) -> ContainerError {
        let diagnostics = diagnostics.map { diagnostic in
            var copy = diagnostic
            if copy.path.isEmpty { copy.path = path }
            return copy
        }
        return ContainerError(diagnostics, underlying: underlying)
    }

    /// The same error, with the services that needed the first one of its path; a cycle is told by its message.
    package func needed(firstBy users: [String], _ id: String) -> ContainerError {
        let diagnostics = diagnostics.map { diagnostic in
            var copy = diagnostic
            if copy.code != .serviceCycle { copy.path = users + (copy.path.isEmpty ? [id] : copy.path) }
            return copy
        }
        return ContainerError(diagnostics, underlying: underlying)
    }

    /// Throws the existing faults together with those of `body`.
    package static func joining<R>(_ faults: [Diagnostic], _ body: () throws -> R) throws -> R {
        do {
            let result = try body()
            if faults.isEmpty { return result }
        } catch let error as ContainerError where !faults.isEmpty {
            throw ContainerError((faults + error.diagnostics).inScriptOrder)
        }
        throw ContainerError(faults.inScriptOrder)
    }

    /// The code of the first diagnostic.
    public var code: Diagnostic.Code? { diagnostics.first?.code }
}

extension ContainerError: CustomStringConvertible {
    /// The first hundred diagnostics, and the number of the others.
    public var description: String {
        diagnostics.shown.joined(separator: "\n")
    }
}
