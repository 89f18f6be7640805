import LuaRuntime
import MoonwireCore
import MoonwireSupport
import MoonwireValues

// Sentences about scripts and their words.

extension Diagnostic.Code {
    /// A script failed with an error that has no other code.
    public static let scriptError = Diagnostic.Code("script-error")
    /// A script is not valid Lua.
    public static let syntaxError = Diagnostic.Code("syntax-error")
    /// A file does not exist, cannot be read, or includes itself.
    public static let invalidFile = Diagnostic.Code("invalid-file")
    /// A script reads a global that is not defined.
    public static let unknownGlobal = Diagnostic.Code("unknown-global")
    /// A script assigns a global that is not declared.
    public static let assignedGlobal = Diagnostic.Code("assigned-global")
    /// A script replaces a word or a library function.
    public static let replacedGlobal = Diagnostic.Code("replaced-global")
    /// A script compares `env` with a string.
    public static let comparedEnvironment = Diagnostic.Code("compared-environment")
    /// A table contains an unknown key.
    public static let unknownKey = Diagnostic.Code("unknown-key")
    /// A table contains a key twice.
    public static let duplicateKey = Diagnostic.Code("duplicate-key")
    /// A word lacks the table that follows it.
    public static let missingTable = Diagnostic.Code("missing-table")
    /// A word receives more arguments than it takes.
    public static let surplusArguments = Diagnostic.Code("surplus-arguments")
    /// A word receives a value of another kind than it takes.
    public static let unexpectedValue = Diagnostic.Code("unexpected-value")
    /// A list has an index without an element.
    public static let holeInList = Diagnostic.Code("hole-in-list")
    /// An option of an included file is missing, unknown, or of another kind.
    public static let invalidOption = Diagnostic.Code("invalid-option")
    /// Parts of a definition cannot be combined.
    public static let conflictingDefinition = Diagnostic.Code("conflicting-definition")
    /// No types are known, so types are not checked.
    public static let typesUnchecked = Diagnostic.Code("types-unchecked")
    /// A word or function is used at a time when it is not available.
    public static let unavailableWhileReading = Diagnostic.Code("unavailable-while-reading")
    /// A function of replaced scripts is used.
    public static let retiredGeneration = Diagnostic.Code("retired-generation")
}

extension Diagnostic {
    /// The diagnostics of the error that stopped a script.
    ///
    /// `hints` are added to those of the error.
    static func scriptError(_ error: any Error, hints: [String] = []) -> [Diagnostic] {
        if let error = error as? ContainerError { return error.diagnostics }
        var diagnostic = (error as? LuaError)?.diagnostic ?? Diagnostic(.scriptError, "\(error)", at: nil)
        diagnostic.hints = hints + diagnostic.hints
        return [diagnostic]
    }

    static func includeCycle(_ word: String, _ name: String, _ files: [String], at location: ScriptLocation?)
        -> Diagnostic
    {
        Diagnostic(
            .invalidFile, "\(word) \"\(name)\" forms a cycle: \(files.joined(separator: " -> "))",
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

    package static func unknownKey(
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

    package static func unexpectedElement(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.unexpectedValue, "\(subject): a value has no key", at: location, hints: ["write `key = value`"])
    }

    static func unfinished(_ word: String, _ id: String, at location: ScriptLocation?) -> Diagnostic {
        let (rest, end) =
            switch word {
            case "alias": ("the service that it refers to", "\"target\"")
            case "preferences", "extend", "scenario", "accessor", "implementation": ("a table", "{ … }")
            case "around": ("a function", "(function(original, self, …) … end)")
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

    package static func expects(
        _ subject: String, _ key: String, _ expected: String, _ found: String, near: [String] = [],
        at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "\(subject): \"\(key)\" expects \(expected), got \(found)", at: location,
            suggestions: near)
    }

    static func expectsName(_ word: String, _ expected: String, found: String, at location: ScriptLocation?)
        -> Diagnostic
    {
        Diagnostic(.unexpectedValue, "\(word) expects \(expected), got \(found)", at: location)
    }

    static func expectsParameter(found: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "now expects a parameter, got \(found)", at: location,
            hints: ["write `now(param \"name\")`"])
    }

    static func expectsFunction(_ word: String, found: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.unexpectedValue, "\(word) expects a function, got \(found)", at: location)
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

    /// `key` is the index behind the hole if a table may be a map whose keys are integers.
    static func holeInList(
        _ subject: String, _ path: [String], key: String? = nil, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .holeInList, "\(subject): the list\(path.suffixed) has a hole", at: location,
            hints: ["write `null` for an empty element"]
                + (key.map { ["a map whose keys are integers has strings as keys: `[\"\($0)\"] = …`"] } ?? []))
    }

    static func oddKey(_ subject: String, _ path: [String], _ found: String, at location: ScriptLocation?) -> Diagnostic
    {
        Diagnostic(
            .unexpectedValue, "\(subject): a key\(path.suffixed) is \(found)", at: location,
            hints: ["keys must be strings, or list indices from 1"])
    }

    static func mixedTable(_ subject: String, _ path: [String], at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.unexpectedValue, "\(subject): the table\(path.suffixed) mixes list elements and keys", at: location)
    }

    static func unusableValue(
        _ subject: String, _ path: [String], _ found: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "\(subject): \(found)\(path.suffixed) cannot be part of a definition", at: location)
    }

    static func notWhileReading(_ what: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unavailableWhileReading, "\(what) cannot be used while a script is being read", at: location,
            hints: ["scripts describe services; nothing is built before all of them have been checked"])
    }

    package static func onlyWhileReading(_ word: String, at location: ScriptLocation?) -> Diagnostic {
        let hint =
            switch word {
            case "extend": "a pass can use it with `{ stage = \"change\" }`"
            case "preference": "functions get preferences with `c.preference(\"Group.name\")`"
            default: "functions get services with `c.get(\"id\")`, and parameters with `c.param(\"name\")`"
            }
        return Diagnostic(
            .unavailableWhileReading,
            "\(word) describes the wiring and cannot be used after the scripts have been read", at: location,
            hints: [hint])
    }

    /// A warning, as a manifest may name more scopes.
    static func scopeWithoutTypes(
        _ name: String, _ subject: String, known: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unknownScope, "\(subject): there is no scope \"\(name)\"", at: location,
            severity: .warning, suggestions: Suggestions(among: known).nearest(to: name))
    }

    static func uncheckedTypes() -> Diagnostic {
        Diagnostic(
            .typesUnchecked,
            "the types are not known: names of types, labels, arguments, methods, and properties were not checked",
            at: nil, severity: .note,
            hints: ["`TypeRegistry.manifest()` writes the data about types that a check needs"])
    }

    static func retired(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .retiredGeneration,
            "this function belongs to a configuration that has been replaced; it can no longer resolve services",
            at: location, hints: ["a reload has replaced its script, or its container was released"])
    }

    package static func badArgument(
        _ callee: String, _ error: ConversionError, at location: ScriptLocation?
    ) -> Diagnostic {
        guard let label = error.path.first else {
            return Diagnostic(
                .valueMismatch, "\(callee): \(error.statement)", at: location, suggestions: error.suggestions)
        }
        if label == "self" {
            return Diagnostic(
                .valueMismatch, "\(callee) is called without its object", at: location,
                hints: ["call a method with a colon: `object:method(…)`"])
        }
        let inner = ConversionError(error.reason, path: Array(error.path.dropFirst()))
        return Diagnostic(
            .valueMismatch, "\(callee): argument \"\(label)\" \(inner.statement)", at: location,
            suggestions: inner.suggestions)
    }

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
        return Diagnostic(
            .valueMismatch, "property \"\(name)\" of \(type) \(inner.statement)", at: location,
            suggestions: inner.suggestions)
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
            .invalidArguments, "\(type) has no initializer that takes \(list)", at: location, suggestions: near,
            hints: [known.isEmpty ? "\(type) exposes no initializer" : "it has \(alternatives)"])
    }

    static func expectsLabels(_ type: String, found: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidArguments, "\(type) expects a table of arguments, got \(found)", at: location,
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
            .unexpectedValue, "a factory returned a reference instead of a service", at: location,
            hints: ["return `c.get(\"id\")`"])
    }
}

extension [String] {
    /// The path of a value in a table, to follow the value: ` at args.config`.
    fileprivate var suffixed: String { isEmpty ? "" : " at \(joined(separator: "."))" }
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
        let code: Diagnostic.Code =
            switch code {
            case .syntax: .syntaxError
            case .budget, .memory, .stackExhausted: .limitExceeded
            default: .scriptError
            }
        return Diagnostic(code, message, at: location, hints: limitHints + wordHints + callers.asHints)
    }

    /// How to write a word that takes a name, of which the script read a field: `param.port`.
    private var wordHints: [String] {
        Self.wordsWithNames.filter { message == "attempt to index a function value (global '\($0)')" }
            .map { "write `\($0) \"name\"`, with the name in quotes" }
            + Self.wordsWithoutCalls.filter { message == "attempt to call a \($0) value (global '\($0)')" }
            .map { "`\($0)` is a value, and takes no arguments" }
            + (message == "attempt to call a table value (global 'env')" ? [Self.formsOfEnv] : [])
    }

    private static let formsOfEnv =
        "`env` has a function for each type: `env.string \"NAME\"`, or with a default `env.int(\"NAME\", 80)`"

    private static let wordsWithoutCalls = ["auto", "inherited", "skip"]
    private static let wordsWithNames = ["param", "preference", "argument", "now", "tagged", "typed", "raw"]

    /// How to raise the limit that ended the script; the message about CPU time contains this already.
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
