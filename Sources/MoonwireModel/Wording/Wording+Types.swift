import MoonwireValues

// Messages about services that are selected by their types: `typed "Type"` and `args = auto`.

extension Diagnostic {
    /// As many candidates as a message lists.
    static let mostCandidates = 8

    // MARK: `typed`

    /// A name of no type that services can have; `subject` says in what.
    static func unknownTypeName(
        _ name: String, near: [String], in subject: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unknownType, "\(subject): no exposed type has or provides the type \"\(name)\"",
            at: location, suggestions: near,
            hints: near.isEmpty
                ? ["an exposure lists the protocols of its type: `Provides { $0 as any Protocol }`"] : [])
    }

    static func ambiguousTypeName(
        _ name: String, _ candidates: [String], in subject: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .ambiguousType,
            "\(subject): type \"\(name)\" could be \(candidates.quotedAlternatives)",
            at: location, hints: ["write one of these names"])
    }

    /// No service has the type that `typed` names; `isOwner` states whether the one that contains it does.
    static func nothingOfType(
        _ reference: TypedReference, isOwner: Bool, _ exposed: [String], _ subject: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .noSingleProvider,
            "\(subject): `\(reference.written)`: no \(isOwner ? "other " : "")service provides \(reference.type)",
            at: location,
            hints: [
                definingHint(exposed),
                "`typed(\(reference.type.quoted), { optional = true })` is nil in this case",
            ].compactMap(\.self))
    }

    static func severalOfType(
        _ reference: TypedReference, _ ids: [String], _ count: Int, _ subject: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .noSingleProvider,
            "\(subject): `\(reference.written)`: \(count) services provide \(reference.type): \(ids.listed(of: count))",
            at: location,
            hints: [
                "name one of them: `\(reference.kind.rawValue) \(ids[0].quoted)`",
                "`typed(\(reference.type.quoted), { all = true })` is the list of all",
            ])
    }

    // MARK: `auto`

    /// No service has the type of an argument; `isOwner` states whether the one that takes it does.
    static func nothingForArgument(
        _ argument: ArgumentDescription, _ type: String, isOwner: Bool, _ exposed: [String], _ definition: Definition,
        at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .noSingleProvider,
            "\(definition.phrase): `auto` cannot wire argument \(argument.label.quoted): "
                + "no \(isOwner ? "other " : "")service provides \(type)",
            at: location, hints: [definingHint(exposed), defaultsHint(definition)].compactMap(\.self))
    }

    static func severalForArgument(
        _ argument: ArgumentDescription, _ type: String, _ kind: ServiceReference.Kind, _ ids: [String], _ count: Int,
        _ definition: Definition, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .noSingleProvider,
            "\(definition.phrase): `auto` cannot wire argument \(argument.label.quoted): \(count) services provide \(type): "
                + ids.listed(of: count),
            at: location,
            hints: [
                "name one of them: `args = { \(argument.label) = \(kind.rawValue) \(ids[0].quoted), auto }`",
                defaultsHint(definition),
            ].compactMap(\.self))
    }

    static func severalTakeInner(
        _ labels: [String], _ definition: Definition, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .invalidDecorator,
            "\(definition.phrase): `auto` cannot pass `inner`: \(labels.count) arguments take the service that it wraps: "
                + labels.listed(of: labels.count),
            at: location,
            hints: ["name one of them: `args = { \(labels[0]) = inner, auto }`", defaultsHint(definition)]
                .compactMap(\.self))
    }

    static func innerOfUnknownType(
        _ argument: ArgumentDescription, _ definition: Definition, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .invalidDecorator,
            "\(definition.phrase): `auto` cannot wire argument \(argument.label.quoted): "
                + "it may take the service that the decorator wraps, whose type is not known",
            at: location,
            hints: ["write `args = { \(argument.label) = inner, auto }` if it does", defaultsHint(definition)]
                .compactMap(\.self))
    }

    static func autoOfFunction(_ definition: Definition, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidArguments,
            "\(definition.phrase): `auto` wires the arguments of an initializer or a method, but a function makes the service",
            at: location, hints: ["a function gets services with `c.get \"id\"`"])
    }

    // MARK: `bind` and `defaults`

    static func replaced(_ new: ArgumentBinding, _ old: ArgumentBinding, isSameLayer: Bool) -> Diagnostic {
        let suffix = old.origin.location.map { " at \($0)" } ?? ""
        return Diagnostic(
            .replacedDefinition, "bind: \(new.target) is bound again; this replaces the value\(suffix)",
            at: new.origin.location,
            severity: new.origin.severity(ofReplacing: old.origin, isSameLayer: isSameLayer))
    }

    static func innerInBinding(_ binding: ArgumentBinding) -> Diagnostic {
        Diagnostic(
            .invalidDecorator, "bind: `inner` can be used only in a decorator", at: binding.source.location,
            hints: ["`auto` passes `inner` to the argument of a decorator that takes what it wraps"])
    }

    static func unusedBinding(_ binding: ArgumentBinding, near: [String]) -> Diagnostic {
        Diagnostic(
            .invalidArguments, "bind: `auto` wires no \(binding.target)", at: binding.origin.location,
            severity: .warning, suggestions: near)
    }

    /// An argument for which several values are bound.
    static func severalBindings(
        _ argument: ArgumentDescription, _ bindings: [ArgumentBinding], _ definition: Definition,
        at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .invalidArguments,
            "\(definition.phrase): `auto` cannot wire argument \(argument.label.quoted): \(bindings.count) values are bound to it",
            at: location,
            hints: bindings.map { binding in
                "\(binding.target) is bound" + (binding.origin.location.map { " at \($0)" } ?? "")
            } + ["`bind { name = \(argument.label.quoted), type = …, value = … }` decides"])
    }

    static func noServiceForDefaults(_ type: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidArguments, "defaults: no service of this file provides \(type)", at: location, severity: .warning)
    }

    private static func definingHint(_ exposed: [String]) -> String? {
        guard !exposed.isEmpty else {
            return "no exposed type provides it; a service that a function makes has no known type"
        }
        let shown = Array(exposed.prefix(mostCandidates))
        return "a service of type \(shown.quotedAlternatives) would provide it"
    }

    private static func defaultsHint(_ definition: Definition) -> String? {
        definition.arguments.auto == .defaults ? "the defaults of the file say `args = auto`" : nil
    }
}

extension ArgumentBinding {
    /// The arguments that it concerns: `argument "port" of type Int`.
    fileprivate var target: String {
        let name = name.map { "argument \($0.quoted)" } ?? "argument"
        return type.map { "\(name) of type \($0)" } ?? name
    }
}

extension [String] {
    /// The names in quotes; `count` is the number of all, which may be greater.
    fileprivate func listed(of count: Int) -> String {
        let shown = map(\.quoted).joined(separator: ", ")
        return count > self.count ? "\(shown), and \(count - self.count) more" : shown
    }
}
