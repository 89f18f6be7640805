import Foundation
import Moonwire

/// Loads with many faults, tags, or references, compared to loads of the same size without any.
func faultRows() throws -> [Row] {
    let clean = try WrittenScript("clean", services { "node_\($0 / 2)" })
    let faulty = try WrittenScript("faulty", services { "nide_\($0 / 2)_\($0)" })
    let tags = try WrittenScript(
        "tags", ["service \"node\" { type = \"Leaf\", tags = { \(list { "\"tag_\($0)\"" }) } }"])
    let apart = try WrittenScript(
        "apart", (0..<many).map { "service \"node_\($0)\" { type = \"Leaf\", tags = { \"tag_\($0)\" } }" })
    let linked = try WrittenScript("linked", parameters { $0 % 2 == 0 ? "%value_\($0 + 1)%" : "value" })
    let plain = try WrittenScript("plain", parameters { _ in "value" })
    return [
        Row("a load with 10,000 faults beside a clean one", bar: 2) {
            try faulty.load($0, faults: many)
        } baseline: {
            try clean.load($0)
        },
        Row("one service with 10,000 tags beside 10,000 services", bar: 1) {
            try tags.load($0)
        } baseline: {
            try apart.load($0)
        },
        Row("10,000 parameters that refer to each other", bar: 3) {
            try linked.load($0)
        } baseline: {
            try plain.load($0)
        },
    ]
}

private let many = 10_000

private func list(_ element: (Int) -> String) -> String {
    (0..<many).map(element).joined(separator: ",\n")
}

/// Services of which each except the first refers to another one.
private func services(_ parent: (Int) -> String) -> [String] {
    ["service \"node_0\" { type = \"Leaf\" }"]
        + (1...many).map { "service \"node_\($0)\" { type = \"Leaf\", args = { parent = ref \"\(parent($0))\" } }" }
}

private func parameters(_ value: (Int) -> String) -> [String] {
    ["parameters { \(list { "value_\($0) = \"\(value($0))\"" }) }"]
}

/// A script in a file that is loaded repeatedly.
private struct WrittenScript {
    struct Failure: Error {}

    private let path: String

    init(_ name: String, _ lines: [String]) throws {
        path = NSTemporaryDirectory() + "moonwire-bench-\(name).lua"
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Loads a script `operations` times, with that many faults in it.
    func load(_ operations: Int, faults: Int = 0) throws {
        for _ in 0..<operations where try found() != faults { throw Failure() }
    }

    private func found() throws -> Int {
        do {
            _ = try Container(scripts: [path], types: [Leaf.self], environment: .dev)
            return 0
        } catch let error as ContainerError {
            return error.diagnostics.count
        }
    }
}

private final class Leaf: Exposed, Sendable {
    private let parent: Leaf?

    init(parent: Leaf?) { self.parent = parent }

    static let exposure = Exposure(Leaf.self) {
        Initializer(ExposedArgument("parent", default: nil)) { (parent: Leaf?) in Leaf(parent: parent) }
    }
}
