import Foundation
import MoonwireConsole

/// The wiring of a large program, as services in JSON; nil unless `MOONWIRE_LARGE_WIRING` names the file.
struct LargeWiring: Decodable {
    private let services: [Service]

    static let file = ProcessInfo.processInfo.environment["MOONWIRE_LARGE_WIRING"]

    init(file: String) throws {
        self = try JSONDecoder().decode(LargeWiring.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    }

    var graph: WiringGraph {
        var graph = WiringGraph()
        var known: Set<String> = []
        for service in services where known.insert(service.id).inserted { graph.services.append(service.node) }
        graph.needs = services.flatMap(\.arrows).filter { !$0.to.hasSuffix(".inner") }
        for need in graph.needs where known.insert(need.to).inserted {
            var missing = WiringGraph.Service(id: need.to, title: "not defined")
            missing.marks = [.undefined]
            graph.services.append(missing)
        }
        return graph.marked()
    }

    /// What the pictures need of a service; everything else in the file is left aside.
    private struct Service: Decodable {
        let id: String
        let alias: String?
        let decorates: String?
        let shared: Bool?
        let file: String
        let args: [PlainValue]?
        let named: [String: PlainValue]?

        var node: WiringGraph.Service {
            let type = id.split(whereSeparator: { $0 == "\\" || $0 == "." }).last.map(String.init) ?? id
            let scope = alias == nil ? (shared == false ? "transient" : "shared") : nil
            var node = WiringGraph.Service(id, type: type, scope: scope, line: 1)
            node.file = file
            return node
        }

        var arrows: [WiringGraph.Need] {
            let values = (args ?? []) + (named ?? [:]).sorted { $0.key < $1.key }.map(\.value)
            return values.enumerated().flatMap { number, value in
                value.references.map { WiringGraph.Need(id, $0, .ref, "argument \(number + 1)") }
            }
                + [alias.map { .init(id, $0, .alias, "alias") }, decorates.map { .init(id, $0, .decorates, "inner") }]
                .compactMap(\.self)
        }
    }

    /// An argument: a reference, or something that holds some.
    private struct PlainValue: Decodable {
        let references: [String]

        private enum CodingKeys: String, CodingKey { case ref, list, map }

        init(from decoder: any Decoder) throws {
            guard let values = try? decoder.container(keyedBy: CodingKeys.self) else {
                references = []
                return
            }
            var found: [String] = []
            if let id = try? values.decode(String.self, forKey: .ref) { found.append(id) }
            if let list = try? values.decode([PlainValue].self, forKey: .list) { found += list.flatMap(\.references) }
            if let map = try? values.decode([String: PlainValue].self, forKey: .map) {
                found += map.sorted { $0.key < $1.key }.flatMap(\.value.references)
            }
            references = found
        }
    }
}
