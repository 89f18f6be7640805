import AlmanacParts
import Moonwire

/// An invalid command line.
struct CallError: Error, CustomStringConvertible {
    private let lines: [String]

    init(_ message: String, meant: String? = nil) {
        lines = [message] + (meant.map { ["    did you mean \"\($0)\"?"] } ?? [])
    }

    var description: String { lines.joined(separator: "\n") }
}

/// The options of a build.
struct BuildCall {
    private(set) var asksForHelp = false
    private(set) var watches = false
    /// The preferences to set, each with its value.
    private(set) var settings: [(name: String, value: String)] = []
    private(set) var job = Job(folder: "", output: "")

    static let help = """
        usage: almanac FOLDER --output SITE [OPTION…]
               almanac check | list | explain | … [--help]
               almanac generate COUNT FOLDER

        Makes a site of the Markdown pages in FOLDER, as configured in container.lua.

          --output SITE        the folder of the site; unchanged files are not written again
          --script FILE        a script that overrides container.lua; may be repeated
          --environment NAME   prod, the default, or dev, which shows drafts
          --set NAME=VALUE     set a preference of FOLDER, such as Reading.theme=dark; may be repeated
          --watch              keep running, and build again when a page, a template, or a script changes
          --help               show this help

        `almanac check` reports the faults of the scripts, `almanac list` lists their services, and `almanac explain ID`
        describes one; `almanac help` lists all commands. `almanac generate` writes pages for measurements.
        Exit status: 0 when the site was written, 1 when something is wrong, 2 when the arguments are not valid.
        """

    init(_ arguments: [String]) throws {
        var folders: [String] = []
        var output: String?
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case _ where Self.helpOptions.contains(argument): asksForHelp = true
            case "--watch": watches = true
            case "--output": output = try Self.value(of: argument, &rest)
            case "--script": job.scripts.append(try Self.value(of: argument, &rest))
            case "--environment": job.environment = try Self.value(of: argument, &rest)
            case "--set": settings.append(try Self.setting(try Self.value(of: argument, &rest)))
            case _ where argument.hasPrefix("-"):
                throw CallError(
                    "there is no option \"\(argument)\"",
                    meant: Suggestions(among: Self.options).nearest(to: argument).first)
            default: folders.append(argument)
            }
        }
        if asksForHelp { return }
        guard folders.count == 1 else { throw CallError("expects one folder, got \(folders.count)") }
        guard let output else { throw CallError("--output SITE is missing") }
        job = Job(folder: folders[0], output: output, like: job)
    }

    /// Whether the first argument is an option for help.
    static func isHelp(_ arguments: [String]) -> Bool { arguments.first.map(helpOptions.contains) ?? false }

    private static let helpOptions = ["--help", "-h"]
    private static let options = ["--help", "--watch", "--output", "--script", "--environment", "--set"]

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst(), !value.isEmpty else {
            throw CallError("option \"\(option)\" expects a value")
        }
        return value
    }

    private static func setting(_ text: String) throws -> (name: String, value: String) {
        guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
            throw CallError("option \"--set\" expects NAME=VALUE, got \"\(text)\"")
        }
        return (String(text[..<sign]), String(text[text.index(after: sign)...]))
    }
}
