package import MoonwireValues

// Messages about errors after validation: while services are built and resolved.

extension Diagnostic.Code {
    /// A service is not of the requested type.
    public static let wrongType = Diagnostic.Code("wrong-type")
    /// No service, or more than one, provides a type.
    public static let noSingleProvider = Diagnostic.Code("no-single-provider")
    /// The application has not supplied a synthetic service.
    public static let notSupplied = Diagnostic.Code("not-supplied")
    /// An instance is supplied while the service is being built.
    public static let suppliedWhileBuilt = Diagnostic.Code("supplied-while-built")
    /// The code of a service threw an error while the service was built.
    public static let buildFailed = Diagnostic.Code("build-failed")
    /// A factory returned no instance.
    public static let builtNothing = Diagnostic.Code("built-nothing")
    /// Services need each other too deeply.
    public static let tooDeep = Diagnostic.Code("too-deep")
    /// The container no longer exists.
    public static let containerEnded = Diagnostic.Code("container-ended")
    /// A thread has been waiting for another thread's build for a long time.
    public static let slowWait = Diagnostic.Code("slow-wait")
}

extension Diagnostic {
    package static func notDefined(_ id: String, near: [String]) -> Diagnostic {
        Diagnostic(.unknownService, "service \"\(id)\" is not defined", at: nil, suggestions: near)
    }

    package static func wrongType(
        _ phrase: String, is type: Any.Type, wanted: Any.Type, at location: ScriptLocation?
    ) -> Diagnostic {
        let isProtocol = "\(Swift.type(of: wanted))".hasSuffix(".Protocol")
        let hint = "`Provides { $0 as any \(typeName(wanted)) }` in an exposure lets it be resolved as a protocol"
        let (found, expected) = distinctNames(of: type, and: wanted)
        return Diagnostic(
            .wrongType, "\(phrase) is \(found) and cannot be resolved as \(expected)", at: location,
            hints: isProtocol ? [hint] : [])
    }

    package static func wrongSupply(_ definition: Definition, _ type: Any.Type, wanted: Any.Type) -> Diagnostic {
        let (found, expected) = distinctNames(of: type, and: wanted)
        return Diagnostic(
            .wrongType, "\(definition.phrase) expects \(expected), got \(found)", at: definition.origin.location)
    }

    /// The names of two different types: with their modules if the short names are equal.
    static func distinctNames(of type: Any.Type, and other: Any.Type) -> (String, String) {
        typeName(type) == typeName(other)
            ? (qualifiedTypeName(type), qualifiedTypeName(other)) : (typeName(type), typeName(other))
    }

    package static func noSingleProvider(of type: String, _ candidates: [String]) -> Diagnostic {
        candidates.isEmpty
            ? Diagnostic(.noSingleProvider, "no service provides \(type)", at: nil)
            : Diagnostic(
                .noSingleProvider,
                "\(candidates.count) services provide \(type): \(candidates.joined(separator: ", "))",
                at: nil, hints: ["resolve one of them by its id"])
    }

    package static func notSupplied(_ definition: Definition, path: [String]) -> Diagnostic {
        Diagnostic(
            .notSupplied, "\(definition.phrase) is synthetic, and the application has not supplied it",
            at: definition.origin.location, path: path,
            hints: ["call `container.supply(…, for: \"\(definition.outermostID)\")` before it is needed"])
    }

    package static func suppliedWhileBuilt(_ definition: Definition, times: Int) -> Diagnostic {
        Diagnostic(
            .suppliedWhileBuilt,
            "\(definition.phrase) was built \(times) times, and each time the application replaced the service that it wraps",
            at: definition.origin.location,
            hints: [
                "do not call `container.supply(…, for: \"\(definition.outermostID)\")` while its decorators are built"
            ])
    }

    package static func buildFailed(
        _ definition: Definition, _ error: any Error, step: Int?, path: [String]
    ) -> Diagnostic {
        if let error = error as? ConversionError, let name = error.path.first {
            let inner = error.path.dropFirst()
            let valuePath = definition.valuePath(of: name, inStep: step)
            let location = definition.location(of: inner.reduce(valuePath) { $0.inside($1) })
            let mismatch = ConversionError(error.reason, path: Array(inner))
            return Diagnostic(
                .valueMismatch, "\(definition.phrase): \(valuePath.phrase) \(mismatch.statement)", at: location,
                suggestions: mismatch.suggestions, path: path)
        }
        if let failure = (error as? any ScriptFailure)?.diagnostic {
            return Diagnostic(
                failure.code, "\(definition.phrase) could not be built: \(failure.message)",
                at: failure.location ?? definition.origin.location, suggestions: failure.suggestions, path: path,
                hints: failure.hints)
        }
        return Diagnostic(
            .buildFailed, "\(definition.phrase) could not be built: \(error)", at: definition.origin.location,
            path: path)
    }

    package static func builtNothing(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .builtNothing, "\(definition.phrase) could not be built: its factory returned nil",
            at: definition.origin.location)
    }

    package static func cycleWhileBuilding(_ ids: [String], _ definition: Definition) -> Diagnostic {
        Diagnostic(
            .serviceCycle, "\(definition.phrase) depends on itself while it is built: \(ids.joined(separator: " -> "))",
            at: definition.origin.location)
    }

    package static func tooDeep(_ definition: Definition, depth: Int) -> Diagnostic {
        Diagnostic(
            .tooDeep, "\(definition.phrase) is nested \(depth) services deep, which exceeds the stack of this thread",
            at: definition.origin.location)
    }

    /// `isShutDown` states whether the application has shut the container down.
    package static func containerEnded(
        _ id: String?, at location: ScriptLocation?, isShutDown: Bool = false
    ) -> Diagnostic {
        let subject = id.map { "service \"\($0)\"" } ?? "a service"
        return Diagnostic(
            .containerEnded,
            "\(subject) was requested after its container was \(isShutDown ? "shut down" : "released")", at: location,
            hints: isShutDown ? [] : ["keep the container while a handle or a resolver of it is in use"])
    }

    package static func slowWait(_ id: String, neededBy: [String], builder: [String]) -> Diagnostic {
        Diagnostic(
            .slowWait, "a thread has been waiting for service \"\(id)\", which another thread is building",
            at: nil, severity: .warning,
            hints: [
                "waiting: \((neededBy + [id]).joined(separator: " -> "))",
                "building: \(builder.joined(separator: " -> "))",
            ])
    }

    package static func notSendableResult(_ definition: Definition, _ type: String) -> Diagnostic {
        Diagnostic(
            .notSendable,
            "\(definition.phrase) is \(type), which is not Sendable, but was requested as a Sendable type",
            at: definition.origin.location)
    }

    package static func parameterMismatch(_ name: String, _ error: ConversionError) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "parameter \"\(name)\" \(error.statement)", at: nil, suggestions: error.suggestions)
    }

    package static func notShared(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .wrongType, "\(definition.phrase) has scope \"\(definition.scope.rawValue)\" and cannot be supplied",
            at: definition.origin.location, hints: ["only shared services can be supplied"])
    }

    /// The application supplied an instance while the service was shared.
    package static func supplyOfOtherScope(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .wrongType,
            "\(definition.phrase) has scope \"\(definition.scope.rawValue)\", but the application supplied an instance",
            at: definition.origin.location, hints: ["only shared services can be supplied"])
    }

    /// The application supplied an instance while the id was not an alias.
    package static func supplyOfAlias(_ definition: Definition, _ target: ServiceReference) -> Diagnostic {
        Diagnostic(
            .wrongType,
            "\(definition.phrase) is an alias of \"\(target.id)\", but the application supplied an instance",
            at: definition.origin.location)
    }

    /// An instance that the application supplied for a service that no longer exists; `definition` is the former
    /// definition.
    package static func supplyOfNothing(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .unknownService, "\(definition.phrase) is supplied by the application, but is no longer defined",
            at: definition.origin.location, severity: .warning)
    }

    @usableFromInline package static func brokenCast(to type: String) -> Diagnostic {
        Diagnostic(.wrongType, "an upcast to \(type) rejected an instance of its own type", at: nil)
    }
}
