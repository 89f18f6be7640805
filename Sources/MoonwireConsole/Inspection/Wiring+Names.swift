import Moonwire
import MoonwireCore

extension Console.Wiring {
    /// Writes the names of a kind, sorted, one per line.
    func writeNames(
        _ kind: NameKind, _ files: [String], _ options: Options, _ output: Console.Output
    ) throws -> Console.Status {
        if kind == .environments {
            let reading = try scripts(files, options).read(options.value("--environment"))
            for name in reading.environments { output.write(name) }
            return output.complain(reading.diagnostics.filter { $0.severity == .fault }.inScriptOrder)
        }
        return try tell(files, options, output) { inspection in
            for name in inspection.names(kind) { output.write(name) }
        }
    }
}

extension Inspection {
    fileprivate func names(_ kind: NameKind) -> [String] {
        let services = services + abstracts
        let names =
            switch kind {
            case .types: services.flatMap { $0.typeNames + ($0.type.map { [$0] } ?? []) }
            case .scopes: services.map(\.scope.rawValue) + scopes.map(\.name)
            case .tags: services.flatMap(\.tags)
            case .environments: [String]()
            }
        return Set(names).sorted()
    }
}
