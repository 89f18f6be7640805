import Foundation
import Moonwire

/// A line of a script is edited and the script reloaded in a running program: compared to loading the script again, and to building
/// the same change of the same wiring written in Swift.
func reloadRows() throws -> [Row] {
    let edited = try EditedScript(services: 1000)
    let small = try EditedScript(services: 100)
    let package = try WiringPackage(services: 100)
    return [
        Row("reload 1,000 services after a one-line edit", bar: 1.2) { operations in
            for _ in 0..<operations { try edited.reload() }
        } baseline: { operations in
            for _ in 0..<operations { try edited.loadAnew() }
        },
        Row("edit to live wiring, 100 services, swift build", bar: 0.01) { operations in
            for _ in 0..<operations { try small.reload() }
        } baseline: { operations in
            for _ in 0..<operations { try package.editAndBuild() }
        },
        Row("the same by a watch, which lets files rest") { operations in
            for _ in 0..<operations { try small.editWatched() }
        } baseline: { operations in
            for _ in 0..<operations { try package.editAndBuild() }
        },
        Row("an atomic rename to live wiring by a watch, beside 25 ms", bar: 1) { operations in
            for _ in 0..<operations { try small.editWatched() }
        } baseline: { operations in
            for _ in 0..<operations { usleep(25_000) }
        },
    ]
}

/// A wiring in which each edit changes one label.
private final class EditedScript {
    struct Failure: Error {}

    private let path: String
    private let services: Int
    private let container: Container
    private var edits = 0
    private var watch: Container.Watch?

    init(services: Int) throws {
        path = NSTemporaryDirectory() + "moonwire-bench-edited-\(services).lua"
        self.services = services
        try Self.text(services, edit: 0).write(toFile: path, atomically: true, encoding: .utf8)
        container = try Container(scripts: [path], types: [Node.self], environment: .dev)
        // A running program holds its services: a reload decides about each of them.
        for number in 0..<services { _ = try container.resolve("node_\(number)", as: Node.self) }
    }

    func reload() throws {
        try edit()
        try container.reload()
        guard try container.resolve("node_\(services - 1)", as: Node.self).label == label else { throw Failure() }
    }

    /// Edits, and waits until a watch has reloaded.
    func editWatched() throws {
        if watch == nil { watch = try container.watch() }
        try edit()
        while try container.resolve("node_\(services - 1)", as: Node.self).label != label { usleep(100) }
    }

    func loadAnew() throws {
        try edit()
        let container = try Container(scripts: [path], types: [Node.self], environment: .dev)
        guard try container.resolve("node_\(services - 1)", as: Node.self).label == label else { throw Failure() }
    }

    private var label: String { "node number \(edits)" }

    private func edit() throws {
        edits += 1
        try Self.text(services, edit: edits).write(toFile: path, atomically: true, encoding: .utf8)
    }

    private static func text(_ services: Int, edit: Int) -> String {
        (0..<services).reduce(into: "parameters { rate = 48000 }\n") { text, number in
            let parent = number == 0 ? "null" : "ref \"node_\((number - 1) / 2)\""
            let label = number == services - 1 ? edit : number
            text += """
                service "node_\(number)" {
                    type = "Node",
                    args = { label = "node number \(label)", rate = param "rate", parent = \(parent) },
                }

                """
        }
    }
}

/// The same wiring in Swift, in a package without dependencies.
private final class WiringPackage {
    struct Failure: Error {}

    private let folder: URL
    private let services: Int
    private var edits = 0
    private var isBuilt = false

    init(services: Int) throws {
        self.services = services
        folder = URL(filePath: NSTemporaryDirectory()).appending(path: "moonwire-bench-wiring")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Sources/wiring"), withIntermediateDirectories: true)
        try """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(name: "wiring", targets: [.executableTarget(name: "wiring")])
        """.write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    }

    func editAndBuild() throws {
        // A first build of everything is not part of an edit.
        if !isBuilt { try build() }
        isBuilt = true
        try build()
    }

    private func build() throws {
        edits += 1
        try text.write(to: folder.appending(path: "Sources/wiring/main.swift"), atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swift", "build", "--package-path", folder.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
    }

    private var text: String {
        (0..<services).reduce(
            into: """
                final class Node: Sendable {
                    let label: String, rate: Int, parent: Node?
                    init(label: String, rate: Int, parent: Node?) {
                        self.label = label; self.rate = rate; self.parent = parent
                    }
                }
                let rate = 48000

                """
        ) { text, number in
            let parent = number == 0 ? "nil" : "node_\((number - 1) / 2)"
            let label = number == services - 1 ? edits : number
            text += "let node_\(number) = Node(label: \"node number \(label)\", rate: rate, parent: \(parent))\n"
        }
    }
}
