import Moonwire

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A container loads a wiring if, and only if, it has no mistake, and builds what the rules of the language say; so it does after a
/// reload without one of the statements.
func compareDefinitions(_ bytes: [UInt8]) throws {
    var (wiring, reader) = SmallWiringWriter.wiring(bytes)
    let comparison = try SmallComparison()
    defer { comparison.removeFiles() }
    guard let container = try comparison.load(wiring) else { return }
    wiring = wiring.removing(reader.below(256))
    try comparison.reload(wiring, in: container)
}

/// Wirings in a container, and by the interpreter.
private struct SmallComparison {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "definitions-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    func removeFiles() { try? FileManager.default.removeItem(at: folder) }

    /// The container; nil if it refuses the wiring for its mistake.
    func load(_ wiring: SmallWiring) throws -> Container? {
        let files = try write(wiring)
        let interpreter = SmallInterpreter(wiring)
        guard
            let container = try loaded(
                wiring, interpreter,
                {
                    try Container(
                        scripts: files, types: [Record.self, Album.self, Frame.self, Memo.self], environment: .dev)
                })
        else { return nil }
        var instances = SmallInterpreter.Instances()
        var (built, expected) = (RecordWriter(), RecordWriter())
        // Again, for the scopes.
        for id in interpreter.ids + interpreter.ids {
            let wanted = expected.text(interpreter.resolve(id, &instances))
            try compare(id, built.text(try resolve(id, container, wiring)), wanted, wiring)
        }
        return container
    }

    func reload(_ wiring: SmallWiring, in container: Container) throws {
        _ = try write(wiring)
        let interpreter = SmallInterpreter(wiring)
        guard try loaded(wiring, interpreter, { try container.reload() }) != nil else { return }
        // Which instances are kept is not known to the interpreter.
        var writer = RecordWriter(hasNumbers: false)
        for id in interpreter.ids {
            var instances = SmallInterpreter.Instances()
            let wanted = writer.text(interpreter.resolve(id, &instances))
            try compare(id, writer.text(try resolve(id, container, wiring)), wanted, wiring)
        }
    }

    private func write(_ wiring: SmallWiring) throws -> [String] {
        try wiring.files.enumerated().map { number, script in
            let file = folder.appending(path: "script\(number).lua")
            try Data(script.script.utf8).write(to: file)
            return file.path(percentEncoded: false)
        }
    }

    /// Nil for what is refused for a mistake.
    private func loaded<R>(
        _ wiring: SmallWiring, _ interpreter: SmallInterpreter, _ load: () throws -> R
    ) throws -> R? {
        do {
            let loaded = try load()
            try expect(interpreter.mistakes.isEmpty, "loaded with a mistake: \(interpreter.mistakes)\n\(text(wiring))")
            return loaded
        } catch let error as ContainerError {
            try expect(!interpreter.mistakes.isEmpty, "refused without a mistake: \(error)\n\(text(wiring))")
            return nil
        }
    }

    private func resolve(_ id: String, _ container: Container, _ wiring: SmallWiring) throws -> Record {
        do { return try container.resolve(id, as: Record.self) } catch {
            throw Finding("\(id) cannot be resolved: \(error)\n\(text(wiring))")
        }
    }

    private func compare(_ id: String, _ found: String, _ wanted: String, _ wiring: SmallWiring) throws {
        try expect(found == wanted, "\(id) is\n\(found)\nand not\n\(wanted)\n\(text(wiring))")
    }

    private func text(_ wiring: SmallWiring) -> String {
        wiring.files.map(\.script).joined(separator: "---- over it\n")
    }
}
