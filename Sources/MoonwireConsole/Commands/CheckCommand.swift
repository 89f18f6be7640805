import Foundation
import Moonwire
package import MoonwireCore
import MoonwireSupport

/// `check FILE…`: reports the faults of scripts.
package struct CheckCommand: Command {
    package let name = "check"
    package let summary = "report the faults of scripts, without running the application"
    private let wiring: Console.Wiring
    private let makeWatch: @Sendable () -> FilesWatch?

    /// Creates the command; with `--watch`, it waits for changes by the watch that `makeWatch` returns.
    package init(
        _ wiring: Console.Wiring = Console.Wiring(), makeWatch: @escaping @Sendable () -> FilesWatch? = { FilesWatch() }
    ) {
        self.wiring = wiring
        self.makeWatch = makeWatch
    }

    package var details: String {
        """
        Runs the scripts for each environment that they declare, builds nothing, and reports faults and warnings.
        \(wiring.scriptsHelp)
        """
    }

    package var operands: [Operand] { wiring.files }
    package var options: [Option] {
        wiring.options(environment: "check for this environment only") + [
            Self.scope, Self.generatedTypes, Self.strict, Self.watch, Self.stamp, CheckFormat.option, .help,
        ]
    }
    package var example: String? { wiring.example("--environment prod") }

    private static let scope = Option(
        "--scope", ValueHint("NAME"), isRepeatable: true,
        help: "a scope that the application declares and opens; may be repeated")
    private static let generatedTypes = Option(
        "--generated-types", .file,
        help: "the types that `swift package generate-exposures` describes; a missing file is a warning")
    private static let strict = Option("--strict", help: "treat warnings as faults")
    private static let watch = Option("--watch", help: "check again whenever a file changes, until interrupted")
    private static let stamp = Option(
        "--stamp", .file, help: "an empty file to write if there are no faults, for build systems")

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            try Self.refuseCombinations(options)
            let result = try check(options, invocation.output)
            return options.has(Self.watch.name)
                ? try checkChanges(after: result, options, invocation) : result.status
        }
    }

    private static func refuseCombinations(_ options: Options) throws {
        for (one, other) in [("--types", generatedTypes.name), (watch.name, stamp.name)] {
            if options.has(one), options.has(other) { throw UsageError.cannotCombine(one, other) }
        }
        if let stamp = options.value(stamp.name), !canBeStamp(stamp) { throw UsageError.noStamp(stamp) }
    }

    /// The status of a check, and the files that it has read.
    private struct Result {
        let status: Console.Status
        let files: [FileRecord]
    }

    private func check(_ options: Options, _ output: Console.Output) throws -> Result {
        let types = ["--types", Self.generatedTypes.name].compactMap(options.value).map(
            Console.Wiring.record(ofManifest:))
        var scripts = try wiring.scripts(options.operands, options)
        scripts.scopes = options.values(Self.scope.name)
        let missing = try addGeneratedTypes(options, to: &scripts)
        let report = ScriptCheck(scripts, environment: options.value("--environment")).run()
        let status = try show(report, missing, options, output)
        // The build system must not take faults that could not be shown for none.
        if status == .clean, output.failure == nil, let stamp = options.value(Self.stamp.name) {
            try Destination.replace(stamp, with: "")
        }
        return Result(status: status, files: types + report.files)
    }

    /// Checks again after each change, until the watch or the process is ended, or nobody reads the results.
    private func checkChanges(
        after first: Result, _ options: Options, _ invocation: Invocation
    ) throws -> Console.Status {
        guard let watch = makeWatch() else { throw UsageError.cannotWatch }
        var last = first
        invocation.output.progress?.end()
        while invocation.output.failure == nil, let changed = watch.change(of: last.files) {
            invocation.output.write("\n\(Console.changed(changed))")
            // What changes from now on leads to another check.
            last = Result(status: .usage, files: last.files.map(\.readAgain))
            do { last = try check(options, invocation.output) } catch let error as UsageError {
                _ = invocation.complain(error, helpOf: name)
            }
        }
        return last.status
    }

    /// Whether nothing is lost when a stamp is written to the path.
    private static func canBeStamp(_ path: String) -> Bool {
        var status = stat()
        guard SystemCalls.linkStatus(of: path, &status) == 0 else { return true }
        return status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    }

    /// Reads the description of the types; returns a warning if it does not exist.
    private func addGeneratedTypes(_ options: Options, to scripts: inout ScriptWiring) throws -> [Diagnostic] {
        guard let path = options.value(Self.generatedTypes.name), scripts.types == nil else { return [] }
        guard FileManager.default.fileExists(atPath: path) else { return [.missingTypes(path)] }
        scripts.types = try wiring.manifest(path)
        return []
    }

    private func show(
        _ report: ScriptCheck.Report, _ missing: [Diagnostic], _ options: Options, _ output: Console.Output
    ) throws -> Console.Status {
        let found = missing + report.diagnostics
        let diagnostics = options.has(Self.strict.name) ? found.map(\.strict) : found
        let summary = CheckSummary(report, diagnostics)
        try CheckFormat(options).write(diagnostics, summary, to: output)
        return summary.faults == 0 ? .clean : .faults
    }
}
