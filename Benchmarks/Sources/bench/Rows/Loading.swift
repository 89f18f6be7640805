import Foundation
import Moonwire
import RawLua

/// Containers of 10,000 generated services, loaded, validated, and planned, compared to plain Lua that reads the same
/// file into tables.
///
/// Freeing the results is not measured on either side.
func loadRows() throws -> [Row] {
    try [
        loadRow("load, validate and plan 10,000 services", GeneratedScript("plain", GeneratedScript.services)),
        loadRow(
            "load, validate and plan 10,000 mixed services",
            GeneratedScript("mixed", GeneratedScript.mixedServices)),
    ]
}

private func loadRow(_ name: String, _ file: GeneratedScript) -> Row {
    Row(name, bar: 3) { operations in
        for _ in 0..<operations { try file.load() }
    } baseline: { operations in
        for _ in 0..<operations { try file.readPlainly() }
    } afterwards: {
        file.letGo()
    }
}

/// A script with 10,000 services.
private final class GeneratedScript {
    struct Failure: Error {}

    private let path: String
    private var containers: [Container] = []
    private var states: [OpaquePointer] = []

    /// The tables of plain Lua: one for each service, decorator, parameter, reference, tag, and collection.
    private static let prelude = """
        services, decorators, values = {}, {}, {}
        function service(id) return function(t) services[id] = t return t end end
        function decorate(id) return function(t) decorators[#decorators + 1] = t t.id = id return t end end
        function parameters(t) values = t end
        function param(name) return { param = name } end
        function ref(id) return { ref = id } end
        function tagged(name) return { tagged = name } end
        inner = { inner = true }
        """

    init(_ name: String, _ text: String) throws {
        path = NSTemporaryDirectory() + "moonwire-bench-\(name).lua"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Services with three arguments each: a literal, a parameter, and a reference, in a tree as deep as its binary logarithm.
    static var services: String {
        "parameters { rate = 48000 }\n"
            + (0..<10_000).map { number in
                let parent = number == 0 ? "null" : "ref \"node_\((number - 1) / 2)\""
                return """
                    service "node_\(number)" {
                        type = "Node",
                        args = { label = "node number \(number)", rate = param "rate", parent = \(parent) },
                    }

                    """
            }.joined()
    }

    /// The same services and others: of ten, one has a tag, one collects that tag, one has its text from a parameter, and one is
    /// decorated.
    static var mixedServices: String {
        "parameters { rate = 48000, host = \"localhost\" }\n"
            + (0..<1_000).map { number in
                let first = number * 10
                let id = { "node_\(first + $0)" }
                let plain = (4..<10).map { place in
                    let parent = first + place < 20 ? "null" : "ref \"node_\((first + place) / 20 * 10 + 4)\""
                    return """
                        service "\(id(place))" {
                            type = "Node",
                            args = { label = "node number \(place)", rate = param "rate", parent = \(parent) },
                        }

                        """
                }
                return """
                    service "\(id(0))" {
                        type = "Node", tags = { { "group.\(number / 10)", priority = \(number % 10) } },
                        args = { label = "a member", rate = 1, parent = null },
                    }
                    service "\(id(1))" { type = "NodeGroup", args = { members = tagged "group.\(number / 10)" } }
                    service "\(id(2))" {
                        type = "Node", args = { label = "%host%:\(number)", rate = param "rate", parent = ref "\(id(3))" },
                    }
                    service "\(id(3))" { type = "Node", args = { label = "decorated", rate = 3, parent = null } }
                    decorate "\(id(3))" { type = "Node", args = { label = "decorator", rate = 4, parent = inner } }

                    """ + plain.joined()
            }.joined()
    }

    func load() throws {
        let container = try Container(scripts: [path], types: [Node.self, NodeGroup.self], environment: .dev)
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

final class NodeGroup: Exposed, Sendable {
    private let members: [Node]

    init(members: [Node]) { self.members = members }

    static let exposure = Exposure(NodeGroup.self) {
        Initializer("members", body: NodeGroup.init)
    }
}
