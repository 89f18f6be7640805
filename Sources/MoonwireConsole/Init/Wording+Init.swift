import MoonwireCore
import MoonwireValues

// Messages of `init`.

extension UsageError {
    static let unknownClone = UsageError(
        "the folder of Moonwire is not known: add \"--moonwire\" with its path, or with the URL of its repository")
    static let moonwireItself = UsageError("the package is Moonwire itself")
    static let nameWithInto = UsageError("\"--into\" and a folder cannot be combined")
    static let targetWithoutInto = UsageError("\"--target\" requires \"--into\"")
    static let nameOfExisting = UsageError.cannotCombine("--name", "--into")
    static let noPackageFolder = UsageError("no folder given for the package")

    static func noClone(_ path: String) -> UsageError {
        UsageError(
            "\"\(path)\" does not contain Moonwire: it has no \"Package.swift\" with a folder \"Sources/Moonwire\"")
    }

    static func badModuleName(_ name: String) -> UsageError {
        UsageError(
            "\"\(name)\" is not a valid name: expected letters, digits, and underscores, beginning with a letter")
    }

    static func takenModuleName(_ name: String) -> UsageError {
        UsageError("\"\(name)\" cannot be the name of a package: it is a word of Swift or the name of another module")
    }

    static func existingPackage(_ folder: String) -> UsageError {
        UsageError("\"\(folder)\" already contains a package; add Moonwire to it with \"--into \(folder)\"")
    }

    static func noPackage(_ folder: String) -> UsageError {
        UsageError("\"\(folder)\" does not contain a package: it has no \"Package.swift\"")
    }

    static func unreadablePackage(_ folder: String, _ reason: String) -> UsageError {
        UsageError("the package in \"\(folder)\" cannot be read: \(reason.shortenedSentence)")
    }

    static func unknownTarget(_ name: String, known: [String]) -> UsageError {
        UsageError(
            "there is no program or library \"\(name)\" in the package",
            suggestions: Suggestions(among: known).nearest(to: name))
    }

    static func severalTargets(_ names: [String]) -> UsageError {
        guard !names.isEmpty else { return UsageError("the package has no program and no library") }
        return UsageError("the package has several targets: select one with \"--target\"", suggestions: names)
    }
}

extension ManifestChange {
    static func otherMoonwire(_ package: String) -> String {
        "a target depends on Moonwire from a package with another name than \"\(package)\""
    }

    /// The lines that a call prints.
    var remarks: [String] {
        switch self {
        case .edited: ["edited Package.swift"]
        case .unnecessary: ["Package.swift has the dependencies, and is left unchanged"]
        case .lines(let lines, let reason):
            [
                "Package.swift is left unchanged, because it cannot be edited: \(reason.shortenedSentence)",
                "add to Package.swift:",
            ]
                + lines.map { "    \($0)" }
        }
    }
}
