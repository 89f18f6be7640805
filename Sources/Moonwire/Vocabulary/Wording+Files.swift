import MoonwireCore
import MoonwireSupport
import MoonwireValues

// Sentences about files that cannot be read.

extension Diagnostic {
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
