import LuaRuntime
import MoonwireCore
import MoonwireSupport
import MoonwireValues

// Sentences about scripts and their words.

extension DiagnosticCode {
    /// An error of a script while it ran.
    public static let script = DiagnosticCode("script")
    /// A script that Lua cannot parse.
    public static let syntax = DiagnosticCode("syntax")
    /// A file of a script that is missing, is in the wrong place, or cannot be read.
    public static let file = DiagnosticCode("file")
    /// A name that is not defined.
    public static let unknownGlobal = DiagnosticCode("unknown-global")
    /// An assignment to a name that was never declared.
    public static let assignedGlobal = DiagnosticCode("assigned-global")
    /// An assignment to a name that is predefined in all scripts.
    public static let replacedGlobal = DiagnosticCode("replaced-global")
    /// `if env == "dev"`, which compares a table with a string.
    public static let comparedEnvironment = DiagnosticCode("compared-environment")
    /// A key that a table does not have.
    public static let unknownKey = DiagnosticCode("unknown-key")
    /// A key that a table contains twice.
    public static let duplicateKey = DiagnosticCode("duplicate-key")
    /// Something that a word or a definition requires, and that is missing.
    public static let missingTable = DiagnosticCode("missing-table")
    /// More arguments than a word, a method, or an initializer takes.
    public static let surplus = DiagnosticCode("surplus-arguments")
    /// A value of another kind than the one that a word or a key takes.
    public static let wrongKind = DiagnosticCode("wrong-kind")
    /// A list with a missing element.
    public static let holeInList = DiagnosticCode("hole-in-list")
    /// An environment that the scripts do not declare.
    public static let unknownEnvironment = DiagnosticCode("unknown-environment")
    /// Two statements of a definition that exclude each other.
    public static let conflict = DiagnosticCode("conflict")
    /// Something that could not be checked.
    public static let unchecked = DiagnosticCode("unchecked")
    /// A word that was used too early or too late.
    public static let notNow = DiagnosticCode("not-now")
    /// A function of a script that a reload has replaced.
    public static let retired = DiagnosticCode("retired")
}

extension Diagnostic {
    /// The diagnostics of the error that stopped a script.
    ///
    /// - Parameter hints: What else is known of it.
    static func scriptError(_ error: any Error, hints: [String] = []) -> [Diagnostic] {
        if let error = error as? ContainerError { return error.diagnostics }
        var diagnostic = (error as? LuaError)?.diagnostic ?? Diagnostic(.script, "\(error)", at: nil)
        diagnostic.hints = hints + diagnostic.hints
        return [diagnostic]
    }

    static func includeCycle(_ word: String, _ name: String, _ files: [String], at location: ScriptLocation?)
        -> Diagnostic
    {
        Diagnostic(
            .file, "\(word) \"\(name)\" forms a cycle: \(files.joined(separator: " -> "))",
            at: location)
    }

    static func assignedGlobal(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .assignedGlobal, "\"\(name)\" is assigned, but was never declared", at: location,
            hints: ["write `local \(name) = …`"])
    }

    static func replacedGlobal(_ name: String, isCalled: Bool, at location: ScriptLocation?) -> Diagnostic {
        let other = "write `local \(name) = …`"
        return Diagnostic(
            .replacedGlobal, "\"\(name)\" is predefined in all scripts and cannot be replaced", at: location,
            hints: [isCalled ? "call it without `=`, or \(other)" : other])
    }

    static func unknownKey(
        _ name: String, _ subject: String, known: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: name)
        return Diagnostic(
            .unknownKey, "\(subject): there is no key \"\(name)\"", at: location, suggestions: near,
            hints: near.isEmpty ? ["the keys are \(known.joined(separator: ", "))"] : [])
    }

    static func duplicateKey(_ name: String, at location: ScriptLocation, first: ScriptLocation) -> Diagnostic {
        Diagnostic(
            .duplicateKey, "key \"\(name)\" is given twice in one table", at: location,
            hints: ["first given at \(first)"])
    }

    static func unexpectedElement(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.wrongKind, "\(subject): a value has no key", at: location, hints: ["write `key = value`"])
    }

    static func unfinished(_ word: String, _ id: String, at location: ScriptLocation?) -> Diagnostic {
        let (rest, end) =
            switch word {
            case "alias": ("the service that it refers to", "\"target\"")
            case "preferences": ("a table", "{ … }")
            default: ("a table or a function", "{ … }")
            }
        return Diagnostic(
            .missingTable, "\(word) \"\(id)\" is incomplete: \(rest) must follow", at: location,
            hints: ["write `\(word) \"\(id)\" \(end)`"])
    }

    static func expectsTable(_ subject: String, orFunction: Bool, found: String, at location: ScriptLocation?)
        -> Diagnostic
    {
        Diagnostic(
            .missingTable, "\(subject) expects a table\(orFunction ? " or a function" : ""), got \(found)", at: location
        )
    }

    static func expects(
        _ subject: String, _ key: String, _ expected: String, _ found: String, near: [String] = [],
        at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .wrongKind, "\(subject): \"\(key)\" expects \(expected), got \(found)", at: location, suggestions: near)
    }

    static func expectsName(_ word: String, _ expected: String, found: String, at location: ScriptLocation?)
        -> Diagnostic
    {
        Diagnostic(.wrongKind, "\(word) expects \(expected), got \(found)", at: location)
    }

    static func expectsParameter(found: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .wrongKind, "now expects a parameter, got \(found)", at: location, hints: ["write `now(param \"name\")`"])
    }

    static func expectsFunction(_ word: String, found: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.wrongKind, "\(word) expects a function, got \(found)", at: location)
    }

    static func wrongDefault(
        _ word: String, _ reference: EnvironmentReference, found: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .environmentMismatch,
            "\(word) \"\(reference.name)\": the default must be \(reference.type.expectation), got \(found)",
            at: location)
    }

    /// A variable that is not set, with how to do without.
    func withDefault(_ word: String, _ reference: EnvironmentReference) -> Diagnostic {
        guard code == .environmentMissing else { return self }
        let choices = if case .choice = reference.type { "{ … }, " } else { "" }
        var copy = self
        copy.hints.append("`\(word)(\"\(reference.name)\", \(choices)…)` gives it a default")
        return copy
    }

    static func holeInList(_ subject: String, _ path: [String], at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .holeInList, "\(subject): the list\(path.suffixed) has a hole", at: location,
            hints: ["write `null` for an empty element"])
    }

    static func oddKey(_ subject: String, _ path: [String], _ found: String, at location: ScriptLocation?) -> Diagnostic
    {
        Diagnostic(
            .wrongKind, "\(subject): a key\(path.suffixed) is \(found)", at: location,
            hints: ["keys must be strings, or list indices from 1"])
    }

    static func mixedTable(_ subject: String, _ path: [String], at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.wrongKind, "\(subject): the table\(path.suffixed) mixes list elements and keys", at: location)
    }

    static func unusableValue(
        _ subject: String, _ path: [String], _ found: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(.wrongKind, "\(subject): \(found)\(path.suffixed) cannot be part of a definition", at: location)
    }

    static func unknownEnvironment(_ name: String, known: [String], at location: ScriptLocation?) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: name)
        return Diagnostic(
            .unknownEnvironment, "when: there is no environment \"\(name)\"", at: location, suggestions: near,
            hints: near.isEmpty ? ["the environments are \(known.joined(separator: ", "))"] : [])
    }

    static func notWhileReading(_ what: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .notNow, "\(what) cannot be used while a script is being read", at: location,
            hints: ["scripts describe services; nothing is built before all of them have been checked"])
    }

    static func onlyWhileReading(_ word: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .notNow, "\(word) describes the wiring and cannot be used after the scripts have been read", at: location,
            hints: ["functions get services with `c.get(\"id\")`, and parameters with `c.param(\"name\")`"])
    }

    static func undeclaredEnvironment(_ name: String, known: [String]) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: name)
        return Diagnostic(
            .unknownEnvironment, "the container is created for environment \"\(name)\", which is not declared", at: nil,
            suggestions: near, hints: near.isEmpty ? ["the environments are \(known.joined(separator: ", "))"] : [])
    }

    /// The same fault, on a machine that need not be the one on which the application runs.
    static func notSetHere(_ fault: Diagnostic) -> Diagnostic {
        Diagnostic(fault.code, "\(fault.message) here", at: fault.location, severity: .warning, hints: fault.hints)
    }

    /// A warning, as a manifest may name more scopes.
    static func scopeWithoutTypes(_ name: String, _ subject: String, at location: ScriptLocation?) -> Diagnostic {
        let own = Scope.allCases.map(\.rawValue)
        return Diagnostic(
            .unknownScope, "\(subject): there is no scope \"\(name)\"", at: location,
            severity: .warning, suggestions: Suggestions(among: own).nearest(to: name))
    }

    static func uncheckedTypes() -> Diagnostic {
        Diagnostic(
            .unchecked,
            "the types are not known: names of types, labels, arguments, methods, and properties were not checked",
            at: nil, severity: .note,
            hints: ["`TypeRegistry.manifest()` writes the data about types that a check needs"])
    }

    static func retired(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .retired,
            "this function belongs to a configuration that has been replaced; it can no longer resolve services",
            at: location, hints: ["a reload has replaced its script, or its container was released"])
    }

    static func badArgument(_ callee: String, _ error: ConversionError, at location: ScriptLocation?) -> Diagnostic {
        guard let label = error.path.first else {
            return Diagnostic(.mismatch, "\(callee): \(error)", at: location)
        }
        if label == "self" {
            return Diagnostic(
                .mismatch, "\(callee) is called without its object", at: location,
                hints: ["call a method with a colon: `object:method(…)`"])
        }
        let inner = ConversionError(error.reason, path: Array(error.path.dropFirst()))
        return Diagnostic(.mismatch, "\(callee): argument \"\(label)\" \(inner)", at: location)
    }

    /// A value that does not fit a property; the error's path begins with its name.
    /// A fault of a slot, located at the line of the script that reads or assigns it.
    static func refusedAccess(_ fault: Diagnostic, _ member: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            fault.code, "\(member): \(fault.message)", at: location ?? fault.location,
            suggestions: fault.suggestions, hints: fault.hints + (fault.location.map { ["see \($0)"] } ?? []))
    }

    static func badValue(
        _ name: String, of type: String, _ error: ConversionError, at location: ScriptLocation?
    ) -> Diagnostic {
        let inner = ConversionError(error.reason, path: Array(error.path.dropFirst()))
        return Diagnostic(.mismatch, "property \"\(name)\" of \(type) \(inner)", at: location)
    }

    static func constructorArguments(
        _ type: String, _ known: [Signature], given: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        let labels = Set(known.flatMap(\.arguments).map(\.label))
        let near = given.filter { !labels.contains($0) }.flatMap {
            Suggestions(among: labels.subtracting(given).sorted()).nearest(to: $0)
        }
        let list = given.isEmpty ? "no arguments" : "(\(given.joined(separator: ", ")))"
        let alternatives = known.map(\.argumentList).joined(separator: " and ")
        return Diagnostic(
            .arguments, "\(type) has no initializer that takes \(list)", at: location, suggestions: near,
            hints: [known.isEmpty ? "\(type) exposes no initializer" : "it has \(alternatives)"])
    }

    static func expectsLabels(_ type: String, found: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .arguments, "\(type) expects a table of arguments, got \(found)", at: location,
            hints: ["write `\(type) { label = value }`"])
    }

    static func readOnlyMember(_ name: String, of type: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.unknownMember, "\"\(name)\" of \(type) cannot be set", at: location)
    }

    static func unknownField(
        _ name: String, of table: String, known: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: name)
        return Diagnostic(
            .unknownMember, "\(table) has no field \"\(name)\"", at: location, suggestions: near,
            hints: near.isEmpty ? ["its fields are \(known.joined(separator: ", "))"] : [])
    }

    static func unknownMember(
        _ name: String, of type: String, known: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unknownMember, "\(type) has no property or method \"\(name)\"", at: location,
            suggestions: Suggestions(among: known).nearest(to: name))
    }

    static func returnedToken(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .wrongKind, "a factory returned a reference instead of a service", at: location,
            hints: ["return `c.get(\"id\")`"])
    }
}

extension [String] {
    /// The path of a value in a table, to follow the value: ` at args.config`.
    fileprivate var suffixed: String { isEmpty ? "" : " at \(joined(separator: "."))" }
}

extension String {
    /// Where a diagnostic arose that other environments do not have.
    static func inEnvironments(_ names: [String]) -> String {
        "in environment\(names.count == 1 ? "" : "s") \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
    }
}

extension LuaError {
    /// The lines of scripts that led to the one where it happened, innermost first.
    fileprivate var callers: [ScriptLocation] {
        let lines = traceback.compactMap(\.location)
        guard let first = lines.firstIndex(where: { $0 == location }) else { return lines.filter { $0 != location } }
        return Array(lines[(first + 1)...])
    }
}

extension LuaError: ScriptFailure {
    package var diagnostic: Diagnostic {
        let code: DiagnosticCode =
            switch code {
            case .syntax: .syntax
            case .budget, .memory, .stackExhausted: .limit
            default: .script
            }
        return Diagnostic(code, message, at: location, hints: limitHints + callers.asHints)
    }

    /// How to raise the limit that ended the script; that of CPU time says it itself.
    private var limitHints: [String] {
        switch code {
        case .budget where message.hasSuffix("instruction limit"): ["`Limits.instructions` sets this limit"]
        case .memory where message.hasSuffix("memory limit"): ["`Limits.memory` sets this limit"]
        default: []
        }
    }
}

extension ContainerError {
    /// The same faults, with the lines that led to the call in which they arose, innermost first.
    func called(from sites: [ScriptLocation]) -> ContainerError {
        ContainerError(diagnostics.map { $0.called(from: sites) }, underlying: underlying)
    }
}

extension Diagnostic {
    /// The same, with the lines that led to it; the first is its own, when it arose in that very call.
    func called(from sites: [ScriptLocation]) -> Diagnostic {
        var copy = self
        copy.hints += Array(sites.dropFirst(location == sites.first ? 1 : 0)).asHints
        return copy
    }
}

extension [ScriptLocation] {
    /// The lines that led to a mistake, innermost first; each recursion appears once.
    fileprivate var asHints: [String] {
        let lines = enumerated().filter { $0.offset == 0 || self[$0.offset - 1] != $0.element }.map(\.element)
        let shown = lines.prefix(12).map { "called from \($0)" }
        return lines.count > shown.count ? shown + ["and so on"] : shown
    }
}
