import Moonwire
import Testing

private nonisolated final class Endpoint: Sendable {
    let kind: String
    let settings: [String: PlainValue]

    init(kind: String, settings: [String: PlainValue]) {
        self.kind = kind
        self.settings = settings
    }

    static func exposures(of schema: [String: [String]]) -> [Exposure] {
        schema.map { kind, labels in
            Exposure(Endpoint.self, named: kind) {
                Initializer(arguments: labels.map { ExposedArgument($0) }) { (values: [PlainValue]) in
                    Endpoint(kind: kind, settings: Dictionary(uniqueKeysWithValues: zip(labels, values)))
                }
            }
        }
    }
}

/// The code of a section of `Documentation/ExposingTypes.md`, word for word.
extension ExposingTypesGuideTests {
    @Test func namesAndArgumentsFromData() throws {
        let container = try Container(
            text: #"""
                service "invoices" { type = "Billing.Invoices", args = { url = "https://localhost/invoices", page = 50 } }
                """#, exposures: Endpoint.exposures(of: ["Billing.Invoices": ["url", "page"], "Other": []]),
            environment: .dev)
        let invoices = try container.resolve("invoices", as: Endpoint.self)
        #expect(invoices.kind == "Billing.Invoices")
        #expect(invoices.settings == ["url": "https://localhost/invoices", "page": 50])
    }
}
