import Foundation
import Moonwire
public import MoonwireCore

/// `check FILE…`: says what is wrong with scripts, without the application or inside it.
public struct CheckCommand: Command {
    public let name = "check"
    public let summary = "say what is wrong with scripts, without running the application"
    private let types: TypeRegistry?
    private let scripts: [String]
    private let variables: EnvironmentVariables
    private let register: @Sendable (inout Registrations) throws -> Void

    /// - Parameters:
    ///   - types: The application's types; without them the command takes `--types`.
    ///   - scripts: What is checked when the call names no file.
    ///   - variables: Where `env` reads from.
    ///   - register: Describes the services and parameters that the application gives its container in Swift.
    public init(
        types: TypeRegistry? = nil, scripts: [String] = [], variables: EnvironmentVariables = .process,
        register: @escaping @Sendable (inout Registrations) throws -> Void = { _ in }
    ) {
        self.types = types
        self.scripts = scripts
        self.variables = variables
        self.register = register
    }

    public func run(_ invocation: Invocation) -> CommandStatus {
        do {
            let options = try Options(invocation.arguments, taking: options)
            if options.has("--help") {
                invocation.output.write(help(program: invocation.program))
                return .clean
            }
            return show(try check(options).run(), invocation.output)
        } catch let error as UsageError {
            return invocation.complain(error, helpOf: name)
        } catch {
            invocation.output.write("\(error)")
            return .faults
        }
    }

    private func check(_ options: Options) throws -> ScriptCheck {
        let files = options.operands.isEmpty ? scripts : options.operands
        guard !files.isEmpty else { throw UsageError("which script?") }
        var check = ScriptCheck(scripts: files)
        check.root = options.value("--root")
        check.types = try types ?? options.value("--types").map(manifest)
        try register(&check.registrations)
        check.synthetic = options.values("--synthetic")
        check.environment = options.value("--environment")
        check.variables = variables
        return check
    }

    private func manifest(_ path: String) throws -> TypeRegistry {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw UsageError("manifest \"\(path)\" cannot be read")
        }
        do {
            return try TypeRegistry(manifest: data)
        } catch let error as ContainerError {
            throw UsageError("\"\(path)\": \(error)")
        } catch {
            throw UsageError("\"\(path)\" is no manifest, as `TypeRegistry.manifest()` writes them")
        }
    }

    private func show(_ report: ScriptCheck.Report, _ output: Output) -> CommandStatus {
        for diagnostic in report.diagnostics { output.write("\(diagnostic)") }
        output.write(CheckSummary(report).sentence)
        return report.diagnostics.contains { $0.severity == .fault } ? .faults : .clean
    }

    private var options: [Option] {
        let own = Option(
            name: "--types", value: "FILE", help: "the application's types, written by `TypeRegistry.manifest()`")
        return (types == nil ? [own] : []) + [
            Option(name: "--environment", value: "NAME", help: "check for this environment only"),
            Option(
                name: "--synthetic", value: "ID", isRepeatable: true,
                help: "a service that the application supplies; may be repeated"),
            Option(
                name: "--root", value: "DIR", help: "the folder that scripts may include from; by default each FILE's"),
            Option(name: "--help", help: "say this"),
        ]
    }

    public func help(program: String) -> String {
        let files = scripts.isEmpty ? "FILE…" : "[FILE…]"
        let given = scripts.isEmpty ? "" : "\nWithout FILE it checks \(scripts.joined(separator: ", "))."
        return """
            usage: \(program) \(name) [OPTION…] \(files)

            Runs the scripts for each environment that they declare, builds nothing, and says what is wrong.
            Several FILEs are layers of one container: a later one lies over the ones before it.\(given)

            \(options.described)

            Exit status: 0 when there are no faults, 1 when there are, 2 when the call is not understood.
            """
    }
}
