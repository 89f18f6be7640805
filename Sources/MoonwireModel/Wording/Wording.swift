package import MoonwireValues

// All messages of the container; those of the script words are in `Vocabulary/Wording.swift`.

extension Diagnostic {
    /// The line after the shown diagnostics.
    static func more(_ count: Int) -> String { "… and \(count) more" }

    package static func exposureOfBase(_ type: Any.Type, _ base: Any.Type) -> Diagnostic {
        Diagnostic(
            .invalidExposure, "\(typeName(type)) has no exposure of its own, only that of \(typeName(base))", at: nil,
            hints: ["override `class var exposure` in \(typeName(type))"])
    }

    package static func exposedTwice(_ name: String, _ first: String, _ second: String, of type: String) -> Diagnostic {
        let kinds = first == second ? "twice as a \(first)" : "as a \(first) and as a \(second)"
        return Diagnostic(
            .invalidExposure, "\(type) exposes \"\(name)\" \(kinds)", at: nil, hints: ["give each of them its own name"]
        )
    }

    package static func initializerExposedTwice(_ signature: Signature, of type: String) -> Diagnostic {
        Diagnostic(
            .invalidExposure, "\(type) exposes two initializers that take \(signature.argumentList)", at: nil,
            hints: ["give each of them its own labels"])
    }

    package static func invalidTypeName(_ name: String) -> Diagnostic {
        Diagnostic(
            .invalidExposure, "\"\(name)\" is not a valid name of an exposed type", at: nil,
            hints: ["write identifiers with dots between them: `named: \"Billing.Endpoint\"`"])
    }

    package static func typeNameUsedTwice(_ name: String, _ first: Any.Type, _ second: Any.Type) -> Diagnostic {
        let types =
            first == second
            ? "two exposures of \(typeName(first))" : "the exposures of \(typeName(first)) and \(typeName(second))"
        return Diagnostic(
            .invalidExposure, "\(types) have the name \"\(name)\"", at: nil, hints: ["give each of them its own name"])
    }

    package static func labelTwice(_ label: String, in signature: Signature, of type: String) -> Diagnostic {
        let member = signature.name.isEmpty ? "an initializer" : "\"\(signature.name)\""
        return Diagnostic(
            .invalidExposure, "\(type) exposes \(member) with two arguments \"\(label)\"", at: nil,
            hints: ["give each of them its own label"])
    }

    static func manifestVersion(_ version: Int) -> Diagnostic {
        Diagnostic(
            .invalidManifest, "the manifest has version \(version), which this version of Moonwire cannot read",
            at: nil,
            hints: ["write it again with `TypeRegistry.manifest()`"])
    }

    /// An empty range of integers in a manifest.
    static func emptyRange(_ minimum: Int64, _ maximum: Int64, of part: String) -> Diagnostic {
        Diagnostic(
            .invalidManifest, "the manifest is damaged: \(part) accepts integers from \(minimum) to \(maximum)",
            at: nil,
            hints: ["write it again with `TypeRegistry.manifest()`"])
    }

    static func replaced(
        _ new: Definition, _ old: Definition, isSameLayer: Bool, extendedBy changes: [Definition] = []
    ) -> Diagnostic {
        let suffix = old.origin.location.map { " at \($0)" } ?? ""
        let lost = changes.prefix(mostCandidates).compactMap(\.origin.location).map { "\($0)" }
        return Diagnostic(
            .replacedDefinition, "\(new.phraseOfID) is defined again; this replaces the definition\(suffix)",
            at: new.origin.location,
            severity: changes.isEmpty
                ? new.origin.severity(ofReplacing: old.origin, isSameLayer: isSameLayer) : .warning,
            hints: lost.isEmpty ? [] : ["it also replaces what `extend` changed at \(lost.joined(separator: ", "))"])
    }

    static func unknownService(
        _ reference: ServiceReference, in definition: Definition, _ valuePath: ValuePath, at location: ScriptLocation?,
        suggestions: [String],
        path: [String]
    ) -> Diagnostic {
        let sentence =
            if case .alias = valuePath.part {
                "alias \"\(definition.id)\" refers to \"\(reference.id)\", which is not defined"
            } else {
                "\(definition.phrase): \(valuePath.phrase) refers to \"\(reference.id)\", which is not defined"
            }
        return Diagnostic(
            .unknownService, sentence, at: location, suggestions: suggestions, path: path, hints: reference.escape)
    }

    static func unknownService(
        _ reference: ServiceReference, inParameter name: String, at location: ScriptLocation?, suggestions: [String]
    ) -> Diagnostic {
        Diagnostic(
            .unknownService, "parameter \"\(name)\" refers to \"\(reference.id)\", which is not defined", at: location,
            suggestions: suggestions, hints: reference.escape)
    }

    /// A type that no exposure describes.
    ///
    /// `member` is a member that takes or returns the type, as messages name it; nil if none is known.
    package static func unknownType(
        _ name: String, near: [String], known: [String], member: String? = nil
    ) -> Diagnostic {
        let listed = known.prefix(12)
        let rest = known.count > listed.count ? " and \(known.count - listed.count) more" : ""
        let hint =
            known.isEmpty ? "no types are exposed" : "the exposed types are \(listed.joined(separator: ", "))\(rest)"
        let sentence = "type \"\(name)\" is not exposed"
        if let member {
            return Diagnostic(
                .unknownType, sentence, at: nil,
                hints: ["\(member) has this type: add `\(name).self` to `types:`", hint])
        }
        let remedy = "if it is a type of the application, add `\(name).self` to `types:`"
        return Diagnostic(
            .unknownType, sentence, at: nil, suggestions: near,
            hints: near.isEmpty ? [hint] + (name.looksLikeType ? [remedy] : []) : [])
    }

    package static func ambiguousType(_ name: String, _ candidates: [String]) -> Diagnostic {
        Diagnostic(
            .ambiguousType, "type \"\(name)\" could be \(candidates.quotedAlternatives)", at: nil,
            hints: ["write one of these names"])
    }

    /// The same fault, for a definition.
    func located(in definition: Definition, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            code, "\(definition.phrase): \(message)", at: location, severity: severity, suggestions: suggestions,
            path: path, hints: hints)
    }

    static func noInitializer(_ definition: Definition, _ type: TypeDescription, at location: ScriptLocation?)
        -> Diagnostic
    {
        let given = definition.arguments.list
        let labels = Set(type.initializers.flatMap { $0.arguments.map(\.label) })
        let unknown = definition.arguments.labeled.map(\.label).filter { !labels.contains($0) }
        let nearest = Suggestions(among: labels.sorted())
        let known = type.initializers.map(\.argumentList).joined(separator: " and ")
        return Diagnostic(
            .invalidArguments, "\(definition.phrase): \(type.name) has no initializer that takes \(given)",
            at: location,
            suggestions: unknown.flatMap { nearest.nearest(to: $0) },
            hints: [known.isEmpty ? "\(type.name) exposes no initializer" : "it has \(known)"])
    }

    static func notAStaticMethod(_ text: String, _ definition: Definition, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unknownMember, "\(definition.phrase): factory \"\(text)\" is not a static method", at: location,
            hints: ["write \"Type.method\", or { ref \"id\", \"method\" } for a method of a service"])
    }

    package static func unknownMethod(
        _ name: String, of type: String, isStatic: Bool, _ definition: Definition, _ known: [String],
        at location: ScriptLocation?
    ) -> Diagnostic {
        unknown(isStatic ? "static method" : "method", name, of: type, definition, known, at: location)
    }

    package static func unknownFactory(
        _ name: String, of type: String, _ definition: Definition, _ known: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        unknown("method or property", name, of: type, definition, known, at: location)
    }

    package static func unknownProperty(
        _ name: String, of type: String, _ definition: Definition, _ known: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        unknown("property", name, of: type, definition, known, at: location)
    }

    private static func unknown(
        _ member: String, _ name: String, of type: String, _ definition: Definition, _ known: [String],
        at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unknownMember, "\(definition.phrase): \(type) has no \(member) \"\(name)\"", at: location,
            suggestions: Suggestions(among: known).nearest(to: name))
    }

    package static func readOnlyProperty(
        _ name: String, of type: TypeDescription, _ definition: Definition, at location: ScriptLocation?
    ) -> Diagnostic {
        let remedy =
            type.isClass
            ? "expose it with a key path to a settable property, or with a `set:` closure"
            : "\(type.name) is a value type, so only a copy would change: pass it to the initializer instead"
        return Diagnostic(
            .unknownMember, "\(definition.phrase): property \"\(name)\" of \(type.name) cannot be set", at: location,
            hints: [remedy])
    }

    package static func droppedResult(
        _ method: Signature, of type: TypeDescription, _ definition: Definition, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .droppedResult, "\(definition.phrase): `call` ignores what \(type.name).\(method.name) returns",
            at: location,
            severity: .warning)
    }

    package static func arguments(
        _ fault: ArgumentMatch.Fault, of callee: String, _ signature: Signature, _ definition: Definition,
        at location: ScriptLocation?
    ) -> Diagnostic {
        let hint = "it takes \(signature.argumentList)"
        let start = "\(definition.phrase): \(callee)"
        switch fault {
        case .unknownLabel(let label):
            let known = signature.arguments.map(\.label)
            return Diagnostic(
                .invalidArguments, "\(start) has no argument \"\(label)\"", at: location,
                suggestions: Suggestions(among: known).nearest(to: label), hints: [hint])
        case .tooMany(let given):
            let wanted = signature.arguments.count
            return Diagnostic(
                .invalidArguments, "\(start) takes \(wanted) argument\(wanted == 1 ? "" : "s"), got \(given)",
                at: location,
                hints: [hint])
        case .givenTwice(let label):
            return Diagnostic(
                .invalidArguments, "\(definition.phrase): argument \"\(label)\" is given by position and by label",
                at: location)
        case .missing(let argument):
            return Diagnostic(
                .invalidArguments, "\(start) needs argument \"\(argument.label)\" (\(argument.type))", at: location,
                hints: [hint])
        }
    }

    static func mismatch(
        _ mismatch: ShapeCheck.Mismatch, _ definition: Definition, _ valuePath: ValuePath, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "\(definition.phrase): \(valuePath.phrase) \(mismatch.sentence)", at: location,
            suggestions: mismatch.suggestions, hints: mismatch.hints)
    }

    static func unknownParameter(
        _ name: String, in definition: Definition, _ valuePath: ValuePath, at location: ScriptLocation?,
        suggestions: [String]
    ) -> Diagnostic {
        Diagnostic(
            .unknownParameter,
            "\(definition.phrase): \(valuePath.phrase) refers to parameter \"\(name)\", which is not defined",
            at: location,
            suggestions: suggestions)
    }

    static func unknownParameter(_ name: String, near: [String]) -> Diagnostic {
        Diagnostic(
            .unknownParameter, "parameter \"\(name)\" is not defined", at: nil, suggestions: near)
    }

    /// The same fault, at the line that encountered it.
    package func at(_ location: ScriptLocation?) -> Diagnostic {
        var copy = self
        copy.location = location ?? self.location
        return copy
    }

    static func aliasCycle(_ ids: [String], at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .aliasCycle, "alias \"\(ids[0])\" refers to itself: \(ids.shortenedPath.joined(separator: " -> "))",
            at: location)
    }

    package static func notSendable(_ definition: Definition, type: String, at location: ScriptLocation?) -> Diagnostic
    {
        Diagnostic(
            .notSendable,
            "\(definition.phrase) has scope \"\(definition.scope.rawValue)\", but \(type) is not Sendable",
            at: location, hints: ["use scope \"transient\" or \"graph\", or make \(type) Sendable"])
    }

    /// An instance of a graph that two shared services would keep.
    ///
    /// `ways` are two paths from one service to the instance, through different holders.
    static func sharedGraphInstance(
        _ definition: Definition, _ type: String, ways: [(holder: String, ids: [String])],
        _ reason: SharedGraphInstanceCheck.Reason
    ) -> Diagnostic {
        let holders = ways.map { "\"\($0.holder)\"" }.joined(separator: " and ")
        let exception =
            switch reason {
            case .certain: ""
            case .slots:
                "this does not happen if a slot on one of these paths names the id of another service, or is assigned first"
            case .functions: "this is safe unless the function, or the result of the factory method, keeps the instance"
            }
        return Diagnostic(
            .sharedGraphInstance,
            "\(definition.phrase): one resolve passes the same instance to \(holders), but \(type) is not Sendable",
            at: definition.location(of: ["scope"]), severity: reason == .certain ? .fault : .warning,
            hints: ways.map { $0.ids.shortenedPath.joined(separator: " -> ") } + (exception.isEmpty ? [] : [exception])
                + ["use scope \"transient\", or make \(type) Sendable"])
    }

    /// Adds the line that called the helper function that contains a definition.
    mutating func called(from caller: ScriptLocation?) {
        guard let caller, !hints.contains("called from \(caller)") else { return }
        hints.append("called from \(caller)")
    }

    /// The same fault, for a parameter.
    func located(inParameter name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            code, "parameter \"\(name)\": \(message)", at: self.location ?? location, severity: severity,
            suggestions: suggestions, path: path, hints: hints)
    }

    /// The same fault, for a path in a definition.
    func located(in definition: Definition, _ valuePath: ValuePath, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            code, "\(definition.phrase): \(valuePath.phrase): \(message)", at: location ?? self.location,
            severity: severity, suggestions: suggestions, path: path, hints: hints)
    }
}

extension ServiceReference {
    /// How to write a string that looks like this reference, if it was written as one.
    fileprivate var escape: [String] {
        isTextForm ? ["write `\"@@\(id)\"` for a string that begins with `@`"] : []
    }
}

extension String {
    /// Whether it is written as names of types are: `Engine`, `Garage.Engine`.
    fileprivate var looksLikeType: Bool {
        split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            String(part).isName && part.first?.isUppercase == true
        }
    }

    /// How messages can list the values of an enumeration.
    static func caseIterableHint(_ type: String) -> String {
        "if \(type) conforms to CaseIterable, messages list its values"
    }

    /// What to write so that services of a type may be passed as those protocols.
    static func providesHint(_ protocols: [String], of type: String) -> String {
        let members = protocols.map { "`Provides { $0 as any \($0) }`" }.joined(separator: " and ")
        return "if \(type) conforms to \(protocols.joined(separator: " and ")), add \(members) to its exposure"
    }
}

extension Definition {
    /// The service as messages name it where only its id matters.
    var phraseOfID: String { isTemplate ? phrase : "service \"\(id)\"" }

    /// The definition as messages name it.
    package var phrase: String {
        if let decorates { return "decorator of \"\(writtenAs ?? decorates)\"" }
        if isTemplate { return "partial \"\(subject)\"" }
        return id.isEmpty ? "inline service" : "service \"\(writtenAs ?? id)\""
    }
}

extension Arguments {
    fileprivate var list: String {
        let names = positional.indices.map { "#\($0 + 1)" } + labeled.map(\.label)
        return names.isEmpty ? "no arguments" : "(\(names.joined(separator: ", ")))"
    }
}

extension Signature {
    /// The labels in order, with those that have a default marked: `(brand, cylinders?)`.
    package var argumentList: String {
        guard !arguments.isEmpty else { return "no arguments" }
        return "(\(arguments.map { $0.isOptional ? $0.label + "?" : $0.label }.joined(separator: ", ")))"
    }
}
