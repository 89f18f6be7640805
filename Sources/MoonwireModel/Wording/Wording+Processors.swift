package import MoonwireValues

// Messages about processors of environment variables.

extension Diagnostic.Code {
    /// A processor cannot be defined.
    public static let invalidProcessor = Diagnostic.Code("invalid-processor")
    /// A processor failed, or returned something that is not plain data.
    public static let processorFailed = Diagnostic.Code("processor-failed")
    /// Processors used too much CPU time during a load.
    public static let processorsTookTooLong = Diagnostic.Code("processors-took-too-long")

    /// Whether the fault concerns only the current value of a variable, which may change before a service is built.
    var concernsVariable: Bool {
        self == .environmentMissing || self == .environmentMismatch || self == .processorFailed
    }
}

extension Diagnostic {
    static func processorHasBuiltInName(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidProcessor, "processor \"\(name)\": \"\(name)\" is a type that Moonwire provides", at: location,
            hints: ["give it another name, which `%env(name:VARIABLE)%` uses"])
    }

    static func badProcessorName(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidProcessor,
            "processor \"\(name)\": a name consists of letters, digits, and underscores, and begins with no digit",
            at: location)
    }

    package static func processorTwice(_ former: EnvironmentProcessor, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidProcessor, "processor \"\(former.name)\" is already defined", at: location,
            hints: former.origin.location.map { ["it is defined at \($0)"] } ?? [])
    }

    /// The error of a processor: at the line of a script, if it has one; otherwise where the variable is read.
    static func processorFailed(
        _ processor: EnvironmentProcessor, _ error: any Error, _ reference: EnvironmentReference
    ) -> Diagnostic {
        let failure = (error as? any ScriptFailure)?.diagnostic ?? (error as? ContainerError)?.diagnostics.first
        let location = failure?.location ?? reference.location
        let read = reference.location.flatMap { $0 == location ? nil : "the variable is read at \($0)" }
        return Diagnostic(
            .processorFailed,
            "environment variable \"\(reference.name)\": processor \"\(processor.name)\" failed: \(failure?.message ?? "\(error)")",
            at: location, suggestions: failure?.suggestions ?? [],
            hints: (failure?.hints ?? []) + (read.map { [$0] } ?? []))
    }

    static func processorReturnedNoText(
        _ processor: EnvironmentProcessor, _ value: PlainValue, _ next: EnvironmentType,
        _ reference: EnvironmentReference
    ) -> Diagnostic {
        Diagnostic(
            .processorFailed,
            "environment variable \"\(reference.name)\": processor \"\(processor.name)\" returned \(value.kind.phrase), which \"\(next.name)\" cannot read",
            at: reference.location,
            hints: ["types are read from right to left: `%env(json:file:NAME)%` reads a file, and its JSON"])
    }

    static func processorsTookTooLong(_ reference: EnvironmentReference, limit: Duration) -> Diagnostic {
        Diagnostic(
            .processorsTookTooLong,
            "environment variable \"\(reference.name)\" was not read: together, the processors used more than \(limit)",
            at: reference.location)
    }
}
