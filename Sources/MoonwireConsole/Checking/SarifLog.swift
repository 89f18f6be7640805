import Foundation
import MoonwireCore
import MoonwireValues

/// Diagnostics in the Static Analysis Results Interchange Format, version 2.1.0.
struct SarifLog: Encodable {
    private let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    private let version = "2.1.0"
    private let runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    init(_ diagnostics: [Diagnostic]) {
        var columns = DiagnosticColumns()
        let results = diagnostics.map { Run.Result($0, column: columns.column(of: $0)) }
        let rules = Set(results.map(\.ruleId)).sorted().map(Run.Rule.init)
        runs = [Run(tool: .init(driver: .init(version: Console.version, rules: rules)), results: results)]
    }

    struct Run: Encodable {
        let columnKind = "utf16CodeUnits"
        let tool: Tool
        let results: [Result]

        struct Tool: Encodable { let driver: Driver }

        struct Driver: Encodable {
            let name = "moonwire"
            let version: String
            let rules: [Rule]
        }

        struct Rule: Encodable { let id: String }

        struct Result: Encodable {
            let ruleId: String
            let level: String
            let message: Message
            let locations: [Location]
        }

        struct Message: Encodable { let text: String }
        struct Location: Encodable { let physicalLocation: PhysicalLocation }

        struct PhysicalLocation: Encodable {
            let artifactLocation: ArtifactLocation
            let region: Region
        }

        struct ArtifactLocation: Encodable { let uri: String }

        struct Region: Encodable {
            let startLine: Int
            let startColumn: Int?
        }
    }
}

extension SarifLog.Run.Result {
    fileprivate init(_ diagnostic: Diagnostic, column: Int?) {
        ruleId = diagnostic.code.rawValue
        level = diagnostic.severity == .fault ? "error" : diagnostic.severity.rawValue
        message = .init(text: ([diagnostic.message] + diagnostic.remarks).joined(separator: "\n"))
        locations =
            diagnostic.location.map { location in
                let region = SarifLog.Run.Region(startLine: location.line, startColumn: column)
                return [
                    .init(
                        physicalLocation: .init(artifactLocation: .init(uri: Self.uri(location.file)), region: region))
                ]
            } ?? []
    }

    /// A relative reference, or the address of a file with an absolute path.
    private static func uri(_ path: String) -> String {
        let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        return path.hasPrefix("/") ? "file://\(encoded)" : encoded
    }
}
