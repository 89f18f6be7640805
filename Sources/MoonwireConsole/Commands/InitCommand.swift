import Foundation
import Moonwire
import MoonwireCore
import MoonwireObjects

/// `init DIR`: creates a package that uses Moonwire, or adds Moonwire to an existing one.
package struct InitCommand: Command {
    package let name = "init"
    package let summary = "create a package that uses Moonwire, or add Moonwire to one"
    private let clone: String?
    private let swift: [String]

    package init() {
        self.init(clone: MoonwireDependency.clone(of: Bundle.main.executableURL))
    }

    /// Creates the command; `clone` is the folder of Moonwire if a call does not name one, and `swift` starts the program of that name.
    package init(clone: String?, swift: [String] = ["/usr/bin/env", "swift"]) {
        self.clone = clone
        self.swift = swift
    }

    package var details: String {
        """
        Creates a package in the folder DIR: a program that follows its script, a library of types with exposures,
        container.lua, a test, a workflow for continuous integration, and files for editors.
        With --into, adds to the package in that folder what it does not have, and makes a target depend on Moonwire.
        Files that exist are listed and left unchanged.
        """
    }

    package var operands: [Operand] { [Operand(.folder, isOptional: true)] }
    package var options: [Option] {
        [
            Option("--name", ValueHint("NAME"), help: "the name of the package; by default, that of the folder"),
            Option("--into", .folder, help: "add Moonwire to the package in this folder"),
            Option("--target", ValueHint("NAME"), help: "the target that uses Moonwire; by default, the only program"),
            Option(
                "--moonwire", ValueHint("PATH-OR-URL"),
                help: "a clone of Moonwire or its repository; by default, where this program was built"),
            .help,
        ]
    }
    package var example: String? { "Hello" }

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            guard options.operands.count < 2 else { throw UsageError.unexpectedArgument(options.operands[1]) }
            if let folder = options.value("--into") {
                return try add(to: folder, options, invocation.output)
            }
            try create(options, invocation.output)
            return .clean
        }
    }

    private func moonwire(_ options: Options) throws -> MoonwireDependency {
        guard let location = options.value("--moonwire") ?? clone else { throw UsageError.unknownClone }
        return try MoonwireDependency(location)
    }

    private func create(_ options: Options, _ output: Console.Output) throws {
        if options.has("--target") { throw UsageError.targetWithoutInto }
        guard let folder = options.operands.first, !folder.isEmpty else { throw UsageError.noPackageFolder }
        if Self.hasPackage(folder) { throw UsageError.existingPackage(folder) }
        let name = options.value("--name") ?? URL(filePath: folder).standardizedFileURL.lastPathComponent
        let package = NewPackage(name: try ModuleName(name), moonwire: try moonwire(options), folder: folder)
        try package.files.write(to: folder, output)
        try writeEditorFiles(folder, output)
        output.write(
            """

            Run it with
                cd \(folder.asShellWord) && swift run
            change a value in container.lua while it runs, and save the file. `swift test` runs the test.
            """)
    }

    private func add(to folder: String, _ options: Options, _ output: Console.Output) throws -> Console.Status {
        guard options.operands.isEmpty else { throw UsageError.nameWithInto }
        if options.has("--name") { throw UsageError.nameOfExisting }
        guard Self.hasPackage(folder) else { throw UsageError.noPackage(folder) }
        let package = try ExistingPackage(
            PackageManager(folder: folder, program: swift), target: options.value("--target"),
            moonwire: moonwire(options))
        try package.files.write(to: folder, output)
        try writeEditorFiles(folder, output)
        let change = try package.editManifest()
        for line in change.remarks { output.write(line) }
        if package.needsPlatform {
            output.write("on macOS, Moonwire requires `platforms: [.macOS(.v15)]` in Package.swift")
        }
        return change.status
    }

    private static func hasPackage(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + "/Package.swift")
    }

    /// A link may lead to a file that another program reads, or that does not exist yet.
    private static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }

    /// The files for editors, which know the types after the program has written them again.
    private func writeEditorFiles(_ folder: String, _ output: Console.Output) throws {
        var wiring = ScriptWiring(scripts: [folder + "/container.lua"])
        wiring.registrations.addObjects()
        let reading = try wiring.read(nil)
        let inspections = reading.graph.map { [Inspection($0)] } ?? []
        for file in try EditorFiles(inspections, types: nil, modules: Console.Wiring().modules).all {
            switch Self.isLink("\(folder)/\(file.name)") ? .foreign : try file.write(to: folder) {
            case .written: output.write("wrote \(file.name)")
            case .unchanged: output.write("\(file.name) is up to date")
            case .foreign: output.write("\(file.name) exists, and is left unchanged")
            }
        }
    }
}
