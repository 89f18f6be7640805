import MoonwireValues

// Messages about arguments that are given when a service is resolved.

extension Diagnostic.Code {
    /// A service of an included file is used outside, and is not one of the file's exports.
    public static let notExported = Diagnostic.Code("not-exported")
    /// A service was resolved, or is referred to, without an argument that it needs.
    public static let missingArgument = Diagnostic.Code("missing-argument")
    /// A service was given an argument that it does not take.
    public static let unknownArgument = Diagnostic.Code("unknown-argument")
    /// A service with arguments has a scope in which its instances would be reused.
    public static let argumentScope = Diagnostic.Code("argument-scope")
    /// An argument has two defaults.
    public static let argumentDefault = Diagnostic.Code("argument-default")
    /// An argument of a resolve is written, or read, where there is no service that takes it.
    public static let misplacedArgument = Diagnostic.Code("misplaced-argument")
}

extension Diagnostic {
    static func scopeWithArguments(
        _ definition: Definition, _ argument: DeclaredArgument, at location: ScriptLocation?
    ) -> Diagnostic {
        let scope = "\"\(definition.scope.rawValue)\"" + (definition.written.contains(.scope) ? "" : " by default")
        return Diagnostic(
            .argumentScope,
            "\(definition.phrase) has argument \"\(argument.name)\", but its scope is \(scope)", at: location,
            hints: [
                "write `scope = \"transient\"`, or `{ \"cached\", ttl = 60 }` for an instance for each value of the arguments"
            ])
    }

    static func stopWithArguments(_ definition: Definition, _ argument: DeclaredArgument) -> Diagnostic {
        Diagnostic(
            .wrongAction,
            "\(definition.phrase) has an instance for each value of argument \"\(argument.name)\", so \"stop\" cannot be called",
            at: definition.location(of: ["stop"]),
            hints: ["these instances end with their last user: write a deinitializer"])
    }

    static func limitWithoutArguments(_ definition: Definition) -> Diagnostic {
        Diagnostic(
            .invalidScope, "\(definition.phrase): \"limit\" has no effect, because the service takes no arguments",
            at: definition.location(of: ["scope", "limit"]))
    }

    package static func argumentIsNoKey(_ name: String, of definition: Definition, path: [String]) -> Diagnostic {
        Diagnostic(
            .valueMismatch,
            "\(definition.phrase) is cached for each value of argument \"\(name)\", which must be plain data, such as a string",
            at: definition.origin.location, path: path,
            hints: ["objects can be passed to a service of scope \"transient\""])
    }

    /// A reference to a service of an included file that the file does not export.
    static func notExported(
        _ service: Definition, _ module: FileModule, in definition: Definition, _ place: String,
        at location: ScriptLocation?
    ) -> Diagnostic {
        let line = module.location.map { " at \($0)" } ?? ""
        return Diagnostic(
            .notExported,
            "\(definition.phrase): \(place) refers to \"\(service.id)\", which \(module.file) does not export",
            at: location, hints: ["write `exports = { \(module.exports(adding: service.id)) }`\(line)"])
    }

    static func missingArguments(
        _ missing: [DeclaredArgument], of callee: ArgumentCallee, _ reference: ServiceReference, _ place: String,
        at location: ScriptLocation?
    ) -> Diagnostic {
        var hints: [String] = []
        switch reference.kind {
        case .required where reference.selection == nil, .optional where reference.selection == nil:
            let passed = (reference.arguments?.values ?? []).map(\.label).filter(callee.names.contains)
            let fields = (passed + missing.map(\.name)).map { "\($0) = …" }.joined(separator: ", ")
            hints.append("write `\(reference.kind.rawValue)(\"\(callee.id)\", { \(fields) })`")
        case .required, .optional, .built, .later: hints.append("only `ref` and `optional` with an id pass arguments")
        case .lazy, .provider:
            hints.append("a provider is given the arguments at each call: write `provider \"\(callee.id)\"`")
        }
        return Diagnostic(
            .missingArgument, "\(place) refers to \"\(callee.id)\", which needs \(missing.phrase)", at: location,
            hints: hints + callee.hints)
    }

    /// A required slot that is filled by its type.
    static func missingArguments(
        _ missing: [DeclaredArgument], of callee: ArgumentCallee, inSlot slot: String, of definition: Definition
    ) -> Diagnostic {
        Diagnostic(
            .missingArgument,
            "\(definition.phrase): slot \(slot) takes \"\(callee.id)\" by its type, which needs \(missing.phrase)",
            at: definition.origin.location,
            hints: ["an `inject` rule can pass arguments: `value = ref(\"\(callee.id)\", { … })`"] + callee.hints)
    }

    /// A factory in Swift with two arguments of one name.
    static func repeatedArgument(_ name: String, _ definition: Definition) -> Diagnostic {
        Diagnostic(
            .unknownArgument, "\(definition.phrase) has two arguments named \"\(name)\"",
            at: definition.origin.location)
    }

    static func twoDefaults(
        _ argument: DeclaredArgument, _ other: DeclaredDefault, _ definition: Definition
    ) -> Diagnostic? {
        guard let value = argument.defaultValue else { return nil }
        return Diagnostic(
            .argumentDefault,
            "\(definition.phrase): argument \"\(argument.name)\" has two defaults, \(value.written) and \(other.value.written)",
            at: other.location, hints: argument.location.map { ["the first one is at \($0)"] } ?? [])
    }

    static func unknownArgument(
        _ name: String, of callee: ArgumentCallee, _ place: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unknownArgument, "\(place) passes argument \"\(name)\", which \"\(callee.id)\" does not take",
            at: location,
            suggestions: Suggestions(among: callee.names).nearest(to: name),
            hints: ["it takes \(callee.list)"] + callee.hints)
    }

    static func argumentMismatch(
        _ mismatch: ShapeCheck.Mismatch, _ name: String, of callee: ArgumentCallee, _ place: String,
        at location: ScriptLocation?
    ) -> Diagnostic {
        let path = ([name] + mismatch.path).joined(separator: ".")
        return Diagnostic(
            .valueMismatch, "\(place): argument \"\(path)\" of \"\(callee.id)\" \(mismatch.sentence)", at: location,
            suggestions: mismatch.suggestions, hints: mismatch.hints + callee.hints)
    }

    static func misplacedArgument(
        _ argument: ArgumentReference, _ subject: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .misplacedArgument,
            "\(subject): `argument \"\(argument.name)\"` is only allowed in the definition of a service",
            at: argument.location ?? location)
    }

    // Messages of a running container.

    package static func missingArguments(
        _ missing: [DeclaredArgument], of definition: Definition, _ declared: DeclaredArguments, path: [String]
    ) -> Diagnostic {
        Diagnostic(
            .missingArgument, "\(definition.phrase) needs \(missing.phrase)", at: definition.origin.location,
            path: path,
            hints: ["it takes \(Optional(declared).list)"])
    }

    package static func unknownArgument(
        _ name: String, of definition: Definition, _ declared: DeclaredArguments?, path: [String]
    ) -> Diagnostic {
        Diagnostic(
            .unknownArgument, "\(definition.phrase) has no argument \"\(name)\"", at: definition.origin.location,
            suggestions: Suggestions(among: declared?.names ?? []).nearest(to: name), path: path,
            hints: ["it takes \(declared.list)"])
    }

    package static func argumentGivenTwice(_ name: String, of definition: Definition, path: [String]) -> Diagnostic {
        Diagnostic(
            .unknownArgument, "\(definition.phrase) was given argument \"\(name)\" twice",
            at: definition.origin.location,
            path: path)
    }

    /// A function that reads an argument, which nobody gave, of the service that it builds.
    package static func argumentNotGiven(_ name: String, _ definition: Definition, given: [String]) -> Diagnostic {
        Diagnostic(
            .missingArgument, "\(definition.phrase) needs argument \"\(name)\"", at: nil,
            suggestions: Suggestions(among: given).nearest(to: name),
            hints: given.isEmpty ? [] : ["it was given (\(given.joined(separator: ", ")))"])
    }

    package static func argumentOfOtherScope(_ name: String, _ definition: Definition) -> Diagnostic {
        Diagnostic(
            .argumentScope,
            "\(definition.phrase) reads argument \"\(name)\", but its scope is \"\(definition.scope.rawValue)\"",
            at: nil,
            hints: [
                definition.scope.admitsArguments
                    ? "write `args = { \(name) = argument \"\(name)\" }`, and read `args.\(name)` in the function"
                    : "write `{ factory = function(args, c) … end, scope = \"transient\" }`"
            ])
    }

    package static func argumentOutsideBuild(_ name: String) -> Diagnostic {
        Diagnostic(
            .misplacedArgument, "argument \"\(name)\" can only be read while its service is built", at: nil)
    }

    /// An argument that the functions of a service did not read.
    package static func unreadArgument(
        _ name: String, of definition: Definition, read: [String], path: [String]
    ) -> Diagnostic {
        Diagnostic(
            .unknownArgument, "\(definition.phrase) was given argument \"\(name)\", which its function did not read",
            at: definition.origin.location, suggestions: Suggestions(among: read).nearest(to: name), path: path)
    }
}

extension [DeclaredArgument] {
    /// Their names with their types: `arguments "user" (User) and "title"`.
    fileprivate var phrase: String {
        let names = map { argument in
            "\"\(argument.name)\"" + (argument.type.map { " (\($0))" } ?? "")
        }
        guard let last = names.last else { return "no arguments" }
        if names.count == 1 { return "argument \(last)" }
        return "arguments \(names.dropLast().joined(separator: ", "))\(names.count > 2 ? "," : "") and \(last)"
    }
}

extension DeclaredArguments? {
    /// The names in order, with those that have a default marked: `(user, title?)`.
    package var list: String {
        guard let all = self?.all, !all.isEmpty else { return "no arguments" }
        return "(\(all.map { $0.isRequired ? $0.name : $0.name + "?" }.joined(separator: ", ")))"
    }
}

extension ArgumentCallee {
    fileprivate var hints: [String] { location.map { ["service \"\(id)\" is defined at \($0)"] } ?? [] }
}
