import Foundation
import Moonwire
import MoonwireCore

/// `stubs FILE…`: writes files about words, types, and services for editors and luacheck.
package struct StubsCommand: Command {
    package let name = "stubs"
    package let summary = "write definitions for editors and luacheck, so that they report misspellings"
    private let wiring: Console.Wiring

    package init(_ wiring: Console.Wiring = Console.Wiring()) {
        self.wiring = wiring
    }

    package var details: String {
        """
        Writes four files into a folder, for the scripts in it and in its subfolders:
          library/moonwire.lua   every word with its keys, every exposed type with its labels, every service
          .luarc.json            settings that let language servers find it
          .luacheckrc            a standard for luacheck with the same names and no others
          efm.yaml               settings for efm-langserver, which shows the faults that `check` finds
        Files that this command did not write are left unchanged.
        \(wiring.filesHelp)
        """
    }

    package var operands: [Operand] { wiring.files }
    package var options: [Option] {
        [Option("--output", .folder, help: "where to write; by default the folder of the first FILE")]
            + wiring.options(environment: "for this environment only") + [.help]
    }
    package var example: String? { wiring.example("--output .") }

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            let types = try types(options)
            return try wiring.tellAll(options.operands, options, invocation.output) { inspections in
                var isWhole = true
                let files = try EditorFiles(inspections, types: types, modules: wiring.modules)
                for file in files.all + [linter(options).file] {
                    isWhole = try write(file, to: folder(options), invocation.output) && isWhole
                }
                if !isWhole { throw UsageError.foreignFiles }
            }
        }
    }

    private func types(_ options: Options) throws -> TypeRegistry? {
        guard wiring.readsScripts(options.operands, options) else { return wiring.types }
        return try wiring.scripts(options.operands, options).types
    }

    private func linter(_ options: Options) -> LinterSettings {
        var arguments = wiring.options().flatMap { option in
            options.values(option.name).flatMap { value in
                let isPath = option.value?.kind == .file || option.value?.kind == .folder
                return [option.name, isPath ? Self.absolute(value) : value]
            }
        }
        arguments += wiring.shownFiles(options.operands).map(Self.absolute)
        let program = CommandLine.arguments.first ?? "moonwire"
        return LinterSettings(program: program.contains("/") ? Self.absolute(program) : program, arguments: arguments)
    }

    private static func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }

    private func folder(_ options: Options) -> String {
        if let folder = options.value("--output") { return folder }
        let script = wiring.shownFiles(options.operands).first ?? ""
        let folder = (script as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// Returns false if the command did not write the existing file.
    private func write(_ file: EditorFile, to folder: String, _ output: Console.Output) throws -> Bool {
        let path = folder + "/" + file.name
        switch try file.write(to: folder) {
        case .written: output.write("wrote \(path)")
        case .unchanged: output.write("\(path) is up to date")
        case .foreign:
            output.complain("\(path) was not written by this command, and is left unchanged")
            return false
        }
        return true
    }
}
