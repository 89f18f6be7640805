import Foundation

/// The commands of a build, as the package manager describes them for its build engine.
struct BuildManifest {
    private let commands: [Command]

    private struct Command {
        var inputs: [String] = []
        var outputs: [String] = []
        var arguments: [String] = []
    }

    init(_ text: String) {
        var commands: [Command] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("  \"") { commands.append(Command()) }
            guard !commands.isEmpty else { continue }
            let last = commands.count - 1
            if let inputs = Self.list("inputs", in: line) { commands[last].inputs = inputs }
            if let outputs = Self.list("outputs", in: line) { commands[last].outputs = outputs }
            if let arguments = Self.list("args", in: line) { commands[last].arguments = arguments }
        }
        self.commands = commands
    }

    /// The command that compiles a module for the program; nil if there is none.
    func compilation(of module: String) -> Compilation? {
        guard let command = commands.first(where: { Self.compiles(module, $0.arguments) }) else { return nil }
        return Compilation(
            arguments: command.arguments, sources: command.inputs.filter { $0.hasSuffix(".swift") },
            objects: objects(below: command), libraries: libraries)
    }

    /// The object files of the modules that a command imports, directly or indirectly, each once.
    private func objects(below command: Command) -> [String] {
        var seen: Set<String> = []
        var objects: [String] = []
        var rest = command.inputs
        while let input = rest.popLast() {
            guard seen.insert(input).inserted else { continue }
            if input.hasSuffix(".o") {
                objects.append(input)
            } else if input.hasSuffix(".swiftmodule"), let maker = commands.first(where: { $0.outputs.contains(input) })
            {
                rest += maker.inputs.filter { !$0.hasSuffix(".swift") } + maker.outputs.filter { $0.hasSuffix(".o") }
            }
        }
        return objects.sorted()
    }

    /// The libraries with which programs of the package are linked; each is only loaded if it is used.
    private var libraries: [String] {
        var seen: Set<String> = []
        return commands.filter { $0.arguments.contains("-emit-executable") }.flatMap(\.arguments)
            .filter { option in
                let isLibrary = (option.hasPrefix("-l") || option.hasPrefix("-L")) && option.count > 2
                // The objects need the runtime library of a sanitizer.
                return (isLibrary || option.hasPrefix("-sanitize=")) && seen.insert(option).inserted
            }
    }

    /// Tools for plugins are compiled a second time, into another folder.
    private static func compiles(_ module: String, _ arguments: [String]) -> Bool {
        guard let name = value(after: "-module-name", arguments),
            let output = value(after: "-emit-module-path", arguments)
        else { return false }
        return name == module && !output.contains("/Modules-tool/")
    }

    private static func value(after option: String, _ arguments: [String]) -> String? {
        arguments.firstIndex(of: option).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
    }

    private static func list(_ key: String, in line: Substring) -> [String]? {
        let start = "    \(key): "
        guard line.hasPrefix(start) else { return nil }
        return try? JSONDecoder().decode([String].self, from: Data(line.dropFirst(start.count).utf8))
    }
}
