// The sentences of the command.
extension Wording {
    static let noTarget = "no --target is given"

    static func missingValue(_ option: String) -> String { "\(option) has too few values" }

    static func unknownArgument(_ argument: String) -> String { "unknown argument \"\(argument)\"" }

    /// A mistake in words; `shown` shortens paths.
    static func text(_ mistake: Mistake, _ shown: (String) -> String) -> String {
        switch mistake {
        case .usage(let text): text
        case .noManifest(let path):
            "cannot read \(path), in which the native build system of the package manager describes the build"
        case .unknownModule(let module): "the build does not compile a module \(module)"
        case .notGenerated(let path):
            "\(shown(path)) is not a generated file and is not replaced: rename it, or remove it"
        case .unreadable(let path, let reason): "cannot read \(shown(path)): \(reason)"
        case .unwritable(let path, let reason): "cannot write \(shown(path)): \(reason)"
        case .doesNotCompile(let module, let output):
            "\(output.trimmed)\n\(module) does not compile even without its generated exposures; Exposures.swift did not change"
        case .stoppedScripts(let module, let diagnostics): stoppedScripts(module, diagnostics.map(shown))
        case .typesProgram(let module, let output):
            "\(output.trimmed)\nthe types of \(module) cannot be described"
        case .generatedCode(let module, let message):
            "the generated code of \(module) does not compile: \(message); its file did not change"
        }
    }

    static func wrote(_ path: String, _ module: String, _ counts: (generated: Int, handWritten: Int)) -> String {
        "\(module): wrote \(path) with \(count(counts.generated, "exposure"))\(others(counts.handWritten))"
    }

    static func upToDate(_ path: String, _ module: String, _ counts: (generated: Int, handWritten: Int)) -> String {
        "\(module): \(path) is up to date, with \(count(counts.generated, "exposure"))\(others(counts.handWritten))"
    }

    static func nothingExposed(_ module: String) -> String { "\(module): no type conforms to Exposed" }

    static func faulty(_ path: String, _ module: String) -> String {
        "\(module): \(path) did not change, because of the faults above"
    }

    static func stale(_ path: String, _ module: String, line: Int?) -> String {
        let place = line.map { "line \($0) differs" } ?? "the file is missing"
        return "\(module): \(path) is not up to date (\(place)): run `swift package generate-exposures`"
    }

    static func removed(_ type: String, _ module: String) -> String {
        "\(module): \(type) has no generated exposure any longer: it does not exist, does not conform to Exposed, or has one that is "
            + "written by hand"
    }

    static func sameName(_ type: String, _ modules: [String]) -> String {
        let names = modules.map { "\"\($0).\(type)\"" }
        return
            "\(modules.joined(separator: " and ")) expose types named \(type): scripts write \(names.joined(separator: " or "))"
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static func others(_ handWritten: Int) -> String {
        handWritten == 0 ? "" : "; \(handWritten) \(handWritten == 1 ? "is" : "are") written by hand"
    }
}
