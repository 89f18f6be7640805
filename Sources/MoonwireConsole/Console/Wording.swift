import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues

// Messages about calls that are not valid.

extension UsageError {
    static let noCommand = UsageError("no command given")
    static let noContainer = UsageError(
        "\"\(Console.buildingCommand)\" requires a container, which an application that mounts the commands supplies")

    static func unknownWord(_ word: String, isOption: Bool, known: [String]) -> UsageError {
        UsageError(
            "there is no \(isOption ? "option" : "command") \"\(word)\"",
            suggestions: Suggestions(among: known).nearest(to: word))
    }

    static func oneHelp(_ given: Int) -> UsageError {
        UsageError("\"help\" expects at most one command, got \(given)")
    }

    static func unexpectedArgument(_ argument: String) -> UsageError {
        UsageError("argument \"\(argument)\" is not expected")
    }

    static func noScript(usual: String) -> UsageError {
        UsageError("no script given, and the current folder has no \"\(usual)\"")
    }

    static func cannotCombine(_ option: String, _ other: String) -> UsageError {
        UsageError("\"\(option)\" and \"\(other)\" cannot be combined")
    }

    static let cannotWatch = UsageError(
        "files cannot be watched: the limit of open files of the process has been reached")

    static func noStamp(_ path: String) -> UsageError {
        UsageError("option \"--stamp\" expects a new or an empty file, got \"\(path)\"")
    }

    static func scriptAsOutput(_ path: String) -> UsageError {
        UsageError("option \"--output\" expects a file that is not a Lua script, got \"\(path)\"")
    }

    static let noScripts = UsageError("a running program has no environments but its own")
    static let whichService = UsageError("no service given")
    static func whichTwo(_ given: Int) -> UsageError {
        UsageError("diff expects two scripts or folders, got \(given)")
    }

    static let foreignFiles = UsageError(
        "move the files that were left unchanged, or choose another folder with --output")

    static func unreadableManifest(_ path: String, _ error: SystemError) -> UsageError {
        UsageError("manifest \"\(path)\" cannot be read: \(error)")
    }

    static func tooLargeManifest(_ path: String, limit: Int) -> UsageError {
        UsageError("manifest \"\(path)\" exceeds the limit of \(limit) bytes")
    }

    static func wrongManifest(_ path: String, _ error: ContainerError) -> UsageError {
        UsageError("\"\(path)\": \(error)")
    }

    static func noManifest(_ path: String) -> UsageError {
        UsageError("\"\(path)\" is not a manifest written by `TypeRegistry.manifest()`")
    }

    static func unknownService(_ id: String, known: [String]) -> UsageError {
        UsageError("there is no service \"\(id)\"", suggestions: Suggestions(among: known).nearest(to: id))
    }

    static func noInstance(of id: String) -> UsageError {
        UsageError("the container holds no instance of service \"\(id)\"; `instances` lists those that it holds")
    }

    /// A filter that no item passes.
    static func nothing(_ noun: String, with property: String, _ wanted: String, known: [String]) -> UsageError {
        UsageError(
            "no \(noun) has \(property) \"\(wanted)\"", suggestions: Suggestions(among: known).nearest(to: wanted))
    }
}

extension Console {
    /// The line before a check that changes have caused.
    static func changed(_ paths: [String]) -> String {
        let names = paths.map { URL(filePath: $0).lastPathComponent }
        return "changed: \(names.prefix(5).joined(separator: ", "))\(names.count > 5 ? ", …" : "")"
    }
}

extension UnwritableFile: CustomStringConvertible {
    var description: String { "\"\(path)\" cannot be written: \(reason)" }
}

extension UsageError {
    static func notUTF8(_ argument: String) -> UsageError {
        UsageError("argument \"\(argument)\" is not UTF-8; name the file through a link or from its folder")
    }
}

extension Console.Output {
    /// The message if the result cannot be written.
    static func unwritable(_ error: any Error) -> String { "the output cannot be written: \(error)" }
}

extension String {
    /// `1 service`, `2 services`.
    static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}

extension RefusedReload {
    /// The warning that the container does not use the current scripts.
    var remark: String {
        let what =
            "the container still uses the previous wiring: reloads have been refused since \(date.formatted(.iso8601)):"
        return (["warning: \(what)"] + "\(error)".split(separator: "\n").map { "    \($0)" }).joined(separator: "\n")
    }
}
