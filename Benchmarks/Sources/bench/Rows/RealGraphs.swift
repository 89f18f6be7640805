import Foundation
import Moonwire
import MoonwireConsole
import RawLua
import RealGraphs

/// The service graph of a large public program, from almost 200 files: loaded with its types, checked without them and with a manifest,
/// compared to plain Lua that reads the same files into tables.
func realGraphRows() throws -> [Row] {
    let sylius = try LoadedGraph("sylius-container")
    return [
        sylius.row("load, validate and plan the graph of Sylius, with types", bar: 3) { try $0.load() },
        sylius.row("the same after an edit of one line: reload, nothing built") { try $0.reload() },
        sylius.row("check the graph of Sylius, without types", bar: 3) { try $0.check() },
        sylius.row("check the graph of Sylius, with a manifest") { try $0.check(["--types", $0.manifest]) },
    ]
}

private final class LoadedGraph {
    struct Failure: Error {}

    let manifest: String
    private let folder: String
    private let graph: RealGraph
    private let prelude: String
    private let running: Container
    private var edits = 0
    private var containers: [Container] = []
    private var states: [OpaquePointer] = []

    init(_ name: String) throws {
        folder = NSTemporaryDirectory() + "moonwire-bench-\(name)"
        let fixtures = URL(filePath: #filePath).appending(path: "../../../../../RealGraphs/Fixtures").standardized
        graph = try RealGraph(of: fixtures.appending(path: "\(name).json").path, in: folder)
        manifest = folder + "/types.json"
        let types = try TypeRegistry([], exposures: graph.exposures)
        try types.manifest().write(to: URL(filePath: manifest))
        running = try Self.container(graph)
        prelude = """
            services, values, aliases, decorators, file_defaults = {}, {}, {}, {}, {}
            function service(id) return function(t) services[id] = t return t end end
            function alias(id) return function(target) aliases[id] = target end end
            function decorate(id) return function(t) decorators[#decorators + 1] = t t.target = id end end
            function defaults(t) file_defaults[#file_defaults + 1] = t end
            function parameters(t) for name, value in pairs(t) do values[name] = value end end
            function ref(id) return { ref = id } end
            function lazy(id) return { lazy = id } end
            function optional(id) return { optional = id } end
            function raw(text) return { raw = text } end
            function inline(t) return { inline = t } end
            function tagged(tag, options) return { tagged = tag, options = options } end
            function include(name) dofile("\(folder)/" .. name) end
            inner, null = {}, {}
            """
    }

    func row(_ name: String, bar: Double? = nil, _ work: @escaping (LoadedGraph) throws -> Void) -> Row {
        Row(name, bar: bar) { operations in
            for _ in 0..<operations { try work(self) }
        } baseline: { operations in
            for _ in 0..<operations { try self.readPlainly() }
        } afterwards: {
            self.letGo()
        }
    }

    private static func container(_ graph: RealGraph) throws -> Container {
        try Container(
            scripts: [graph.main], types: [], exposures: graph.exposures, environment: .dev,
            variables: EnvironmentVariables { _ in nil })
    }

    func load() throws { containers.append(try Self.container(graph)) }

    func reload() throws {
        edits += 1
        try Data("parameters { [\"bench.edit\"] = \(edits) }\n".utf8).write(to: URL(filePath: folder + "/edit.lua"))
        if edits == 1 {
            let main = try String(contentsOfFile: graph.main, encoding: .utf8)
            try (main + "include \"edit.lua\"\n").write(toFile: graph.main, atomically: true, encoding: .utf8)
        }
        try running.reload()
    }

    func check(_ options: [String] = []) throws {
        let ignored = Console.Output(standardOutput: { _ in }, standardError: { _ in })
        let status = Console().run(["check", "--environment", "dev"] + options + [graph.main], output: ignored)
        guard status == .clean else { throw Failure() }
    }

    private func readPlainly() throws {
        guard let state = raw_lua_read_file(prelude, graph.main) else { throw Failure() }
        states.append(state)
    }

    private func letGo() {
        containers = []
        for state in states { raw_lua_free(state) }
        states = []
    }
}
