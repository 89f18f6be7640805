import Moonwire
import Testing

/// A type of the application that reads its values by their kinds sees the documented ones.
@Suite struct ValueKindTests {
    @Test(arguments: [
        ("null", "null"), ("true", "boolean"), ("3", "integer"), ("1.5", "number"), (#""text""#, "text"),
        (#""%name%""#, "text"), (#"param "list""#, "list"), ("{ 1 }", "list"), ("{ a = 1 }", "map"),
        (#"ref "other""#, "object"), (#"inline { type = "Seen" }"#, "object"), (#"lazy "other""#, "handle"),
        (#"provider "other""#, "handle"), (#"tagged "none""#, "list"), (#"{ lazy "other" }"#, "list of handle"),
    ]) func kindsOfWrittenValues(_ value: String, _ kind: String) throws {
        let container = try Container(
            text: """
                parameters { name = "n", list = { 1, 2 } }
                service "other" { type = "Seen" }
                service "x" { type = "Seen", args = { value = \(value) } }
                """, exposures: [Seen.exposure], environment: .dev)
        #expect(try container.resolve("x", as: Seen.self).kind == kind)
    }
}

private final class Seen: Sendable {
    let kind: String

    init(_ kind: String) { self.kind = kind }

    static let exposure = Exposure(Seen.self) {
        Initializer { Seen("") }
        Initializer("value") { (value: AnyKind) in Seen(value.kind) }
    }
}

/// Reads the kind of any value, and of the first element of a list.
private struct AnyKind: Convertible {
    let kind: String

    static func read(from reader: ValueReader) throws -> AnyKind {
        var kind = try reader.kind.rawValue
        if kind == "list" {
            try reader.forEachElement { if try $0.kind == .handle { kind = "list of handle" } }
        }
        return AnyKind(kind: kind)
    }

    func write(to writer: ValueWriter) throws {}

    static var shape: ValueShape { .anything }
}
