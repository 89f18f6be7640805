import Foundation

/// The commands of a build, as the package manager describes them for its build engine.
struct BuildManifest {
    private let lines: [Substring]

    init(_ text: String) { lines = text.split(separator: "\n") }

    /// The command that compiles a module for the program; nil if there is none.
    func compilation(of module: String) -> Compilation? {
        for (number, line) in lines.enumerated() {
            guard let arguments = Self.list("args", in: line), Self.compiles(module, arguments) else { continue }
            let inputs = lines[..<number].reversed().prefix { !$0.hasPrefix("  \"") }.compactMap {
                Self.list("inputs", in: $0)
            }
            return Compilation(arguments: arguments, sources: (inputs.first ?? []).filter { $0.hasSuffix(".swift") })
        }
        return nil
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
