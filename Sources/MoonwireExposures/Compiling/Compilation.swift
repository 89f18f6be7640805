/// How the package manager compiles a module.
struct Compilation: Sendable, Equatable {
    /// The compiler, and its options.
    let arguments: [String]
    /// The source files, generated ones included.
    let sources: [String]
    /// The object files of everything that the module imports.
    var objects: [String] = []
    /// The libraries of the system, and the folders in which they are searched, as options of the linker.
    var libraries: [String] = []

    /// Whether declarations without a word about it are isolated to the main actor.
    var isMainActorByDefault: Bool {
        arguments.indices.contains { index in
            arguments[index] == "-default-isolation" && index + 1 < arguments.count
                && arguments[index + 1] == "MainActor"
        }
    }

    /// The options that decide what the sources mean, without those that decide what is written.
    var options: [String] {
        var result: [String] = []
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            if argument.hasPrefix("-X"), let forwarded = rest.popFirst() {
                result += [argument, forwarded]
            } else if Self.outputsWithValue.contains(argument) {
                _ = rest.popFirst()
            } else if !Self.outputs.contains(argument), !argument.hasPrefix("@"), !argument.hasPrefix("-j"),
                !argument.hasPrefix("-sanitize=")
            {
                result.append(argument)
            }
        }
        return result
    }

    /// The options with which another module finds what this one imports.
    var searchOptions: [String] {
        var result: [String] = []
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            if Self.searchesWithValue.contains(argument), let value = rest.popFirst() {
                result += [argument, value]
            } else if ["-I", "-F"].contains(where: argument.hasPrefix) {
                result.append(argument)
            }
        }
        return result
    }

    private static let searchesWithValue: Set = ["-F", "-I", "-Xcc", "-module-cache-path", "-sdk", "-target"]
    private static let outputs: Set = [
        "-c", "-emit-dependencies", "-emit-module", "-emit-objc-header", "-enable-batch-mode", "-enable-testing", "-g",
        "-incremental", "-no-emit-module-separately", "-parseable-output", "-serialize-diagnostics",
        "-warnings-as-errors",
        "-whole-module-optimization", "-wmo",
    ]
    private static let outputsWithValue: Set = [
        "-Werror", "-Wwarning", "-emit-module-path", "-emit-objc-header-path", "-index-store-path", "-num-threads",
        "-o",
        "-output-file-map",
    ]
}
