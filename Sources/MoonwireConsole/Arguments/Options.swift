import MoonwireCore
import MoonwireValues

/// The arguments of a command, separated into options and operands.
///
/// Values are written `--types FILE` or `--types=FILE`; `--` ends the options.
struct Options {
    /// The arguments that are not options, in the order of the call.
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Throws ``UsageError`` for arguments that the command does not accept.
    init(_ arguments: [String], taking known: [Option]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            try read(argument, known, &rest)
        }
    }

    /// Whether an option is given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option that may be given once.
    func value(_ name: String) -> String? { values[name]?.first }

    /// The values of an option that may be repeated.
    func values(_ name: String) -> [String] { values[name] ?? [] }

    private mutating func read(_ argument: String, _ known: [Option], _ rest: inout ArraySlice<String>) throws {
        let pieces = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = argument == Option.helpAbbreviation ? Option.help.name : pieces[0]
        guard let option = known.first(where: { $0.name == name }) else {
            let near = Suggestions(among: known.map(\.name)).nearest(to: pieces[0])
            throw UsageError("there is no option \"\(pieces[0])\"", suggestions: near)
        }
        if values[option.name] != nil, !option.isRepeatable {
            throw UsageError("option \"\(option.name)\" is given twice")
        }
        values[option.name, default: []].append(try value(of: option, pieces.dropFirst().first, &rest))
    }

    private func value(of option: Option, _ written: String?, _ rest: inout ArraySlice<String>) throws -> String {
        guard let hint = option.value else {
            if written != nil { throw UsageError("option \"\(option.name)\" does not take a value") }
            return ""
        }
        if let written {
            if written.isEmpty { throw UsageError("option \"\(option.name)\" expects \(hint.name)") }
            return try accepted(written, of: option, hint)
        }
        guard let next = rest.first, !next.isEmpty, !next.hasPrefix("-") else {
            throw UsageError("option \"\(option.name)\" expects \(hint.name)")
        }
        rest.removeFirst()
        return try accepted(next, of: option, hint)
    }

    private func accepted(_ value: String, of option: Option, _ hint: ValueHint) throws -> String {
        guard case .choice(let words) = hint.kind, !words.contains(value) else { return value }
        throw UsageError(
            "option \"\(option.name)\" expects \(words.quotedAlternatives), got \"\(value)\"",
            suggestions: Suggestions(among: words).nearest(to: value))
    }
}
