import Foundation
import Moonwire
public import MoonwireCore
import MoonwireSupport

/// What commands tell about: the scripts that a call names, or those of the application that mounts the commands.
///
/// ```swift
/// let wiring = Wiring(types: try TypeRegistry(types), scripts: ["container.lua"]) { swift in
///     swift.register("clock") { _ in SystemClock() }
/// }
/// let console = Console(program: "Garage", commands: .all(for: wiring))
/// if console.takes(arguments) { exit(console.run(arguments).rawValue) }
/// ```
public struct Wiring: Sendable {
    let types: TypeRegistry?
    /// What is read when a call names no file.
    let scripts: [String]
    private let variables: EnvironmentVariables
    /// What runs, when the application gave it.
    let container: Container?
    private let register: @Sendable (inout Registrations) throws -> Void

    /// - Parameters:
    ///   - types: The application's types; without them commands take `--types`.
    ///   - scripts: What is read when a call names no file.
    ///   - variables: Where `env` reads from.
    ///   - container: A running container: calls that name neither files nor options for reading them look at it.
    ///   - register: Describes the services and parameters that the application gives its container in Swift.
    public init(
        types: TypeRegistry? = nil, scripts: [String] = [], variables: EnvironmentVariables = .process,
        container: Container? = nil, register: @escaping @Sendable (inout Registrations) throws -> Void = { _ in }
    ) {
        self.types = types ?? container?.types
        self.scripts = scripts
        self.variables = variables
        self.container = container
        self.register = register
    }
}

extension Wiring {
    /// Whether a call must name a file.
    var needsFiles: Bool { scripts.isEmpty && container == nil }

    var files: Operand { Operand(.file, isOptional: !needsFiles, isRepeatable: true) }

    /// What a help says of the files.
    var filesHelp: String {
        let layers = "Several FILEs are layers of one container: later ones override earlier ones."
        if container != nil { return "\(layers)\nWithout FILE, it inspects the running container." }
        return scripts.isEmpty ? layers : "\(layers)\nWithout FILE, it reads \(scripts.joined(separator: ", "))."
    }

    /// The files of an example; none where a call need not name any.
    func example(_ arguments: String = "", file: String = "container.lua") -> String {
        [arguments, needsFiles ? file : ""].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The options that say how to read scripts.
    func options(environment help: String = "the environment; dev, or the first that scripts declare") -> [Option] {
        let types = Option("--types", .file, help: "the application's types, written by `TypeRegistry.manifest()`")
        return (self.types == nil ? [types] : []) + [
            Option("--environment", ValueHint("NAME"), help: help),
            Option(
                "--synthetic", ValueHint("ID"), isRepeatable: true,
                help: "a service that the application supplies; may be repeated"),
            Option(
                "--root", .folder, help: "the folder that scripts may include from; by default, the folder of each FILE"
            ),
        ]
    }

    /// The scripts that a call names, to be read as its options say.
    func scripts(_ files: [String], _ options: Options) throws -> ScriptWiring {
        let files = files.isEmpty ? scripts : files
        guard !files.isEmpty else { throw UsageError.whichScript }
        var wiring = ScriptWiring(scripts: files)
        wiring.root = options.value("--root")
        wiring.types = try types ?? options.value("--types").map(manifest)
        try register(&wiring.registrations)
        wiring.synthetic = options.values("--synthetic")
        wiring.variables = variables
        return wiring
    }

    /// Bytes that a manifest may have; an application of a thousand types writes about one megabyte.
    private static let largestManifest = 64 << 20

    private func manifest(_ path: String) throws -> TypeRegistry {
        let data: Data?
        do {
            data = try FileDescriptor(path, O_RDONLY).readAll(atMost: Self.largestManifest)
        } catch let error as SystemError {
            throw UsageError.unreadableManifest(path, error)
        }
        guard let data else { throw UsageError.tooLargeManifest(path, limit: Self.largestManifest) }
        do {
            return try TypeRegistry(manifest: data)
        } catch let error as ContainerError {
            throw UsageError.wrongManifest(path, error)
        } catch {
            throw UsageError.noManifest(path)
        }
    }
}
