import Foundation
import LuaRuntime
import Moonwire
import Testing

/// A script of the golden folder with what should be said of it, and how it wants to be loaded.
///
/// Comments at the top of the script set the stage: `-- environment: test`, `-- env: PORT=abc`, `-- scripts: a.lua`,
/// `-- limits: 1000000 instructions`, `-- types: delivery`, `-- resolve: id`.
struct GoldenCase: CustomTestStringConvertible, Sendable {
    let name: String
    private let directives: [(key: String, value: String)]

    var testDescription: String { name }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden")
    private static let readable = folder.path(percentEncoded: false)

    static let all: [GoldenCase] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: readable)) ?? []
        return files.filter { $0.hasSuffix(".lua") }.map { String($0.dropLast(4)) }.sorted().map {
            GoldenCase(name: $0)
        }
    }()

    private init(name: String) {
        self.name = name
        let text = (try? String(contentsOf: Self.folder.appending(path: name + ".lua"), encoding: .utf8)) ?? ""
        directives = text.split(separator: "\n").prefix { $0.hasPrefix("-- ") }.compactMap { line in
            let parts = line.dropFirst(3).split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
        }
    }

    /// What was recorded; nil when nothing was.
    var expected: String? { try? String(contentsOf: recording, encoding: .utf8) }

    func record(_ text: String) throws {
        try text.write(to: recording, atomically: true, encoding: .utf8)
    }

    /// Loads the script, resolves what it asks for, and tells what was said.
    func outcome() -> String {
        var said: [String] = []
        do {
            let container = try container()
            said = container.diagnostics.entries.map(\.description)
            if said.isEmpty { said = ["loads without a remark"] }
            for id in values(of: "resolve") { said.append(resolved(id, container)) }
        } catch {
            said.append("\(error)")
        }
        return said.joined(separator: "\n").replacing(Self.readable + "/", with: "")
            .replacing(Self.readable, with: "Golden") + "\n"
    }

    private func container() throws -> Container {
        let scripts = values(of: "scripts").first?.split(separator: " ").map(String.init) ?? ["\(name).lua"]
        let pairs = values(of: "env").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        let variables = Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }, uniquingKeysWith: { $1 })
        return try Container(
            scripts: scripts.map { Self.readable + "/" + $0 }, types: types,
            environment: Container.Environment(values(of: "environment").first ?? "dev"),
            variables: EnvironmentVariables { variables[$0] }, limits: limits
        ) { services in
            for id in values(of: "swift") {
                services.register(id, file: "App.swift", line: 7) { _ in Engine(brand: "Swift", cylinders: 1) }
            }
        }
    }

    private var types: [any Exposed.Type] {
        Garage.types + (values(of: "types").contains("delivery") ? Delivery.types : [])
    }

    private var limits: Interpreter.Limits {
        var limits = Interpreter.Limits.ampleTime
        for limit in values(of: "limits") {
            let parts = limit.split(separator: " ")
            guard parts.count == 2, let number = Int(parts[0]) else { continue }
            if parts[1] == "bytes" { limits.memory = number } else { limits.instructions = number }
        }
        return limits
    }

    private func resolved(_ id: String, _ container: Container) -> String {
        do {
            return "\(id): \(typeName(type(of: try container.resolve(id, as: Any.self))))"
        } catch {
            return "\(error)"
        }
    }

    private var recording: URL { Self.folder.appending(path: name + ".expected") }

    private func values(of key: String) -> [String] { directives.filter { $0.key == key }.map(\.value) }
}
