package import MoonwireValues

// Messages about asynchronous construction.

extension Diagnostic.Code {
    /// A synchronous resolve needs a service that must be built asynchronously, and that has no instance yet.
    public static let asynchronousService = Diagnostic.Code("asynchronous-service")
    /// A member is asynchronous, and is called where nothing can await it.
    public static let asynchronousMember = Diagnostic.Code("asynchronous-member")
}

extension Diagnostic {
    /// - Parameters:
    /// - ids: The ids on the path from the service to the one whose construction is asynchronous.
    /// - users: The services under construction that need the service, outermost first.
    package static func mustBeAsynchronous(
        _ definition: Definition, _ ids: [String], _ cause: AsynchronousServices.Cause?, neededBy users: [String]
    ) -> Diagnostic {
        let name = definition.id.isEmpty ? definition.subject : definition.id
        let reason = AsynchronousServices.reason(ids, cause)
        return Diagnostic(
            .asynchronousService, "\(definition.phrase) must be built asynchronously, because \(reason)",
            at: definition.origin.location, path: users.isEmpty ? [] : users + [name],
            hints: [
                definition.id.isEmpty
                    ? "resolve the service that contains it with `try await`"
                    : "use `try await container.resolve(\"\(name)\", …)`"
            ])
    }

    /// A required slot that gets a transient service which is built asynchronously, or from one that is.
    ///
    /// - Parameters:
    /// - definition: The service with the slot; nil for an owner that the application creates.
    /// - path: The services from the one in the slot to the one with the asynchronous construction.
    static func unawaitedSlot(
        _ slot: String, of owner: String, _ definition: Definition?, _ path: [Definition],
        _ cause: AsynchronousServices.Cause
    ) -> Diagnostic {
        let subject = definition.map { "\($0.phrase): " } ?? ""
        let last = path.last?.id ?? ""
        return Diagnostic(
            .invalidSlot,
            """
            \(subject)slot \(owner).\(slot) cannot be filled: service "\(last)" is transient, and \(cause.phrase)
            """,
            at: definition?.location(of: ["type"]), severity: .warning, path: path.count > 1 ? path.map(\.id) : [],
            hints: [
                "unless its initializer assigns the slot, \(owner) cannot be \(definition == nil ? "injected into" : "built")",
                "with scope \"shared\", `try await container.resolve(…)` builds \"\(last)\" before it fills the slot",
            ])
    }

    /// The member, without its type, where the type is not known.
    package static func asynchronousMember(_ signature: Signature, at location: ScriptLocation?) -> Diagnostic {
        asynchronousMember(
            signature.name.isEmpty ? "the initializer of \(signature.result)" : "method \"\(signature.name)\"",
            at: location)
    }

    /// `member` is the name of a method or an initializer with its type.
    package static func asynchronousMember(_ member: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .asynchronousMember, "\(member) is asynchronous and cannot be called synchronously", at: location,
            hints: ["call it while a service is built, by `type`, `factory`, or `call`"])
    }
}

extension AsynchronousServices {
    /// Why a service is built asynchronously; nil if it is not.
    func reason(forServiceAt position: Int, in graph: DefinitionGraph) -> String? {
        guard contains(position) else { return nil }
        let path = path(from: position)
        return Self.reason(path.map { graph.definitions[$0].id }, cause(ofServiceAt: path.last ?? position))
    }

    fileprivate static func reason(_ ids: [String], _ cause: Cause?) -> String {
        if ids.count > 1, let last = ids.last { return "it depends on \"\(last)\": \(ids.joined(separator: " -> "))" }
        return cause?.phrase ?? "its construction is asynchronous"
    }
}

extension AsynchronousServices.Cause {
    fileprivate var phrase: String {
        switch self {
        case .initializer: "its initializer is asynchronous"
        case .factory: "its factory is asynchronous"
        case .call(let method): "its call \"\(method)\" is asynchronous"
        case .inlineService: "it contains an inline service with an asynchronous construction"
        }
    }
}
