import Foundation
import Moonwire
import RawLua

/// A container of 10,000 generated services, loaded, validated, and planned, compared to plain Lua that reads the same
/// file into tables.
///
/// Freeing the results is not measured on either side.
func loadRows() throws -> [Row] {
    let file = try GeneratedScript(services: 10_000)
    return [
        Row("load, validate and plan 10,000 services", bar: 3) { operations in
            for _ in 0..<operations { try file.load() }
        } baseline: { operations in
            for _ in 0..<operations { try file.readPlainly() }
        } afterwards: {
            file.letGo()
        }
    ]
}

/// A script of services with three arguments each: a literal, a parameter, and a reference, in a tree as deep as its binary
/// logarithm.
private final class GeneratedScript {
    struct Failure: Error {}

    private let path: String
    private var containers: [Container] = []
    private var states: [OpaquePointer] = []

    /// The tables of plain Lua: one for each service, parameter, and reference.
    private static let prelude = """
        services, values = {}, {}
        function service(id) return function(t) services[id] = t return t end end
        function parameters(t) values = t end
        function param(name) return { param = name } end
        function ref(id) return { ref = id } end
        """

    init(services: Int) throws {
        path = NSTemporaryDirectory() + "moonwire-bench-\(services).lua"
        var text = "parameters { rate = 48000 }\n"
        for number in 0..<services {
            let parent = number == 0 ? "null" : "ref \"node_\((number - 1) / 2)\""
            text += """
                service "node_\(number)" {
                    type = "Node",
                    args = { label = "node number \(number)", rate = param "rate", parent = \(parent) },
                }

                """
        }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    func load() throws {
        let container = try Container(scripts: [path], types: [Node.self], environment: .dev)
        guard container.contains("node_9999") else { throw Failure() }
        containers.append(container)
    }

    func readPlainly() throws {
        guard let state = raw_lua_read_file(Self.prelude, path) else { throw Failure() }
        states.append(state)
    }

    func letGo() {
        containers = []
        for state in states { raw_lua_free(state) }
        states = []
    }
}

final class Node: Exposed, Sendable {
    let label: String
    private let rate: Int
    private let parent: Node?

    init(label: String, rate: Int, parent: Node?) {
        self.label = label
        self.rate = rate
        self.parent = parent
    }

    static let exposure = Exposure(Node.self) {
        Initializer("label", "rate", "parent", body: Node.init)
    }
}
