import MoonwireSupport
import MoonwireValues

// Messages about parameters and variables of the environment.

extension Diagnostic.Code {
    /// A name of a parameter, or a key of a map, that is not allowed.
    public static let invalidParameterKey = Diagnostic.Code("invalid-parameter-key")
}

extension Diagnostic {
    static func parameterCycle(_ chain: [String], in tree: ParameterTree) -> Diagnostic {
        let cycle = Self.canonical(chain)
        let location = cycle.first.flatMap { name -> ScriptLocation? in
            guard case .leaf(let leaf)? = tree[name] else { return nil }
            return leaf.origin.location(of: leaf.path, in: "parameters")
        }
        return Diagnostic(
            .parameterCycle, "parameter \"\(cycle[0])\" refers to itself: \(cycle.joined(separator: " -> "))",
            at: location)
    }

    /// The cycle at the end of a chain, starting with its first name in alphabetical order: the same wherever it was found.
    private static func canonical(_ chain: [String]) -> [String] {
        let members = chain.last.flatMap(chain.firstIndex).map { Array(chain[$0...].dropLast()) } ?? chain
        guard let first = members.min(), let start = members.firstIndex(of: first) else { return chain }
        return Array(members[start...] + members[..<start]) + [first]
    }

    static func parameterNestedTooDeep(_ name: String?, limit: Int) -> Diagnostic {
        let subject = name.map { "parameter \"\($0)\"" } ?? "a value"
        return Diagnostic(
            .parameterTooDeep,
            "\(subject) is nested more than \(limit) levels deep, those of the parameters that it refers to included",
            at: nil)
    }

    static func parameterTooDeep(_ name: String, limit: Int) -> Diagnostic {
        Diagnostic(
            .parameterTooDeep, "parameter \"\(name)\" refers to its value through more than \(limit) other parameters",
            at: nil)
    }

    /// A parameter, or another value, that exceeds the limit when it is filled in.
    ///
    /// `name` is nil for a value that is not a parameter's.
    static func parameterTooLarge(_ name: String?, limit: Int) -> Diagnostic {
        let subject = name.map { "parameter \"\($0)\"" } ?? "with its parameters, the value"
        return Diagnostic(
            .parameterTooLarge, "\(subject) exceeds \(limit) bytes and elements", at: nil)
    }

    /// A variable that exceeds the limit; `text` is its value, which is a path if it names a file.
    static func variableTooLarge(
        _ variable: EnvironmentReference, _ text: String, _ parameter: String?, limit: Int
    ) -> Diagnostic {
        let isFile = variable.type.readsFile
        let file = variable.isSecret ? "the file" : "the file \"\(text)\""
        let subject = isFile ? "\(file) of environment variable" : "environment variable"
        let whole = parameter.map { "parameter \"\($0)\"" } ?? "a value that combines it with others"
        return Diagnostic(
            .parameterTooLarge,
            "\(subject) \"\(variable.name)\" is too large: \(whole) may have at most \(limit) bytes and elements",
            at: variable.location,
            hints: isFile
                ? [
                    "as an argument, `\"%env(file:\(variable.name))%\"` alone reads a file of at most "
                        + "\(EnvironmentType.largestFile) bytes"
                ] : [])
    }

    static func tooMuchFilledIn() -> Diagnostic {
        Diagnostic(
            .parameterTooLarge, "the parameters are too large, or used in too many places, to be checked",
            at: nil,
            hints: ["large parameters are used too often, or there are too many parameters that refer to large ones"])
    }

    static func notInline(_ part: TextTemplate.Part) -> Diagnostic {
        let subject =
            switch part {
            case .parameter(let name): "parameter \"\(name)\""
            case .environment(let reference): "the value of environment variable \"\(reference.name)\""
            case .text(let text): "the text \"\(text)\""
            }
        return Diagnostic(
            .notInterpolable,
            "\(subject) is not a string, number, or Boolean, and cannot be part of a string",
            at: nil,
            hints: ["write \"\(TextTemplate([part]).written)\" alone to pass the value as it is"])
    }

    /// The value itself is not shown: it may be a secret.
    static func keyIsNotString(_ written: String, _ found: WiredValue) -> Diagnostic {
        let found =
            if case .value(let value) = found { value.kind.phrase } else { found.plain?.kind.phrase ?? "a reference" }
        return Diagnostic(
            .invalidParameterKey, "the value of the key \"\(written)\" must be a string, got \(found)", at: nil,
            hints: ["use a string, or combine values in the key: `[\"%prefix%-%number%\"]`"])
    }

    /// Two keys of a map that are equal after filling in; the filled-in key is not shown either.
    static func sameKeys(_ one: String, _ other: String) -> Diagnostic {
        Diagnostic(
            .invalidParameterKey, "the keys \"\(one)\" and \"\(other)\" of the same map have the same value",
            at: nil)
    }

    static func keysTooLarge(limit: Int) -> Diagnostic {
        Diagnostic(
            .invalidParameterKey, "with their parameters, the keys of the map exceed \(limit) bytes", at: nil)
    }

    static func notPlain(_ name: String) -> Diagnostic {
        Diagnostic(
            .notInterpolable, "parameter \"\(name)\" is not a plain value, and has no value yet while scripts run",
            at: nil,
            hints: ["`param \"\(name)\"` reads it when a service is built"])
    }

    package static func fixedParameter(_ name: String) -> Diagnostic {
        Diagnostic(
            .fixedParameter,
            "parameter \"\(name)\" determines a type, a factory, an id, or a tag, and is fixed until the next reload",
            at: nil, hints: ["change it in the script and reload"])
    }

    static func environmentMissing(_ reference: EnvironmentReference) -> Diagnostic {
        Diagnostic(
            .environmentMissing, "environment variable \"\(reference.name)\" is not set", at: reference.location)
    }

    /// A variable whose value does not have the expected type.
    ///
    /// `refusal` is the reason why the file that it names cannot be read.
    static func environmentMismatch(
        _ reference: EnvironmentReference, _ text: String, _ refusal: FileRefusal? = nil
    ) -> Diagnostic {
        let found = reference.isSecret ? "its secret value" : "\"\(text)\""
        // The text that a chain reads as JSON is not known here.
        let mayExceedLimits = reference.type == .json ? !JSONText.isAdmitted(text) : reference.type.readsJSON
        return Diagnostic(
            refusal == .unavailable ? .unavailableFile : .environmentMismatch,
            "environment variable \"\(reference.name)\" must be \(reference.type.expectation), got \(found)",
            at: reference.location, hints: refusal?.hints ?? (mayExceedLimits ? [limitsOfJSON] : []))
    }

    private static let limitsOfJSON =
        "JSON can have \(JSONText.mostBytes >> 20) MiB and \(JSONText.mostLevels) levels of lists and maps at most"
}

extension FileRefusal {
    /// The actual kind of the file; empty if there is no file.
    fileprivate var hints: [String] {
        switch self {
        case .missing: []
        case .notRegular: ["the path refers to a folder, a pipe, a socket, or a device, not to a regular file"]
        case .tooLarge(let limit): ["the file has more than \(limit) bytes"]
        case .loop: ["the symbolic links on the path form a loop"]
        case .notUnicode: ["the file is not UTF-8"]
        case .utf16: ["the file is UTF-16, not UTF-8"]
        case .unreadable, .notRelative, .outside: ["the file cannot be read"]
        case .unavailable: ["the file cannot be read at the moment"]
        }
    }
}
