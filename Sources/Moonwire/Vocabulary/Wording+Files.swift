import MoonwireCore
import MoonwireSupport
import MoonwireValues

// Sentences about files that cannot be read.

extension Diagnostic {
    // MARK: Modules

    static func exportsUnknown(
        _ name: String, of file: String, known: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unknownService, "\(file) exports \"\(name)\", but does not define it", at: location,
            suggestions: Suggestions(among: known).nearest(to: name))
    }

    static func takesNoOptions(_ file: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidOption, "\(file) does not declare options", at: location,
            hints: ["write `local options = options { name = { default = … } }` in it"])
    }

    static func expectsOption(_ name: String, _ found: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidOption, "options: option \"\(name)\" expects a table, got \(found)", at: location,
            hints: [
                "write `\(name) = { default = … }`, or `\(name) = { kind = \"string\" }` for one that must be given"
            ])
    }

    static func missingOption(
        _ name: String, _ include: String, _ expected: String?, at location: ScriptLocation?
    ) -> Diagnostic {
        let kind = expected.map { ", \($0)" } ?? ""
        return Diagnostic(
            .invalidOption, "\(include): option \"\(name)\" is missing", at: location,
            hints: ["it has no default\(kind.isEmpty ? "" : ", and expects\(kind.dropFirst())")"])
    }

    static func unfitOption(
        _ name: String, _ include: String, _ expected: String, _ found: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .invalidOption, "\(include): option \"\(name)\" expects \(expected), got \(found)", at: location)
    }

    static func unknownOption(
        _ name: String, _ include: String, known: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: name)
        return Diagnostic(
            .invalidOption, "\(include): there is no option \"\(name)\"", at: location, suggestions: near,
            hints: near.isEmpty && !known.isEmpty ? ["the options are \(known.joined(separator: ", "))"] : [])
    }

    /// A script file that cannot be read.
    ///
    /// `search` describes where the file was searched for; nil unless it is missing.
    static func scriptFile(_ path: String, _ refusal: FileRefusal, _ search: MissingFile?) -> Diagnostic {
        Diagnostic(
            refusal.code, "script \"\(path)\" \(refusal.reason)", at: nil, suggestions: search?.nearest ?? [],
            hints: refusal.remedies + (search?.hints ?? []))
    }

    static func unreadableFile(
        _ word: String, _ name: String, path: String, _ refusal: FileRefusal, _ search: MissingFile?,
        at location: ScriptLocation?
    ) -> Diagnostic {
        let isMissing = if case .missing = refusal { true } else { false }
        let reason = isMissing ? "there is no file \"\(path)\"" : "the file \(refusal.reason)"
        return Diagnostic(
            refusal.code, "\(word) \"\(name)\": \(reason)", at: location, suggestions: search?.nearest ?? [],
            hints: refusal.remedies + (search?.hints ?? []))
    }
}

extension MissingFile {
    fileprivate var hints: [String] {
        [isFolderMissing ? "there is no folder \"\(folder)\"" : "searched in \"\(folder)\""]
    }
}

extension FileRefusal {
    fileprivate var code: Diagnostic.Code { self == .unavailable ? .unavailableFile : .invalidFile }

    fileprivate var remedies: [String] {
        switch self {
        case .notUnicode, .utf16: ["save it as UTF-8"]
        default: []
        }
    }

    fileprivate var reason: String {
        switch self {
        case .notRelative: "must be inside the scripts' folder; absolute paths and \"..\" are not allowed"
        case .outside: "is outside the scripts' folder"
        case .missing: "does not exist"
        case .loop: "cannot be reached: its symbolic links form a loop"
        case .notRegular: "is not a regular file"
        case .tooLarge(let limit): "exceeds the limit of \(limit) bytes"
        case .unreadable: "cannot be read"
        case .unavailable: "cannot be read at the moment"
        case .notUnicode: "is not UTF-8"
        case .utf16: "is UTF-16, not UTF-8"
        }
    }
}
