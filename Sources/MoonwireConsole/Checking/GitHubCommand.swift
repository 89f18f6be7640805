import MoonwireCore
import MoonwireValues

/// A diagnostic as a command of GitHub Actions: `::error file=container.lua,line=3,col=12::…`.
struct GitHubCommand {
    let text: String

    init(_ diagnostic: Diagnostic, column: Int?) {
        let name =
            switch diagnostic.severity {
            case .fault: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        var properties: [String] = []
        if let location = diagnostic.location {
            properties += ["file=\(Self.property(location.file))", "line=\(location.line)"]
            properties += column.map { ["col=\($0)"] } ?? []
        }
        properties.append("title=\(Self.property(diagnostic.code.rawValue))")
        let sentences = [diagnostic.message] + diagnostic.remarks
        text = "::\(name) \(properties.joined(separator: ","))::\(Self.data(sentences.joined(separator: "\n")))"
    }

    private static func data(_ text: String) -> String { escaped(text, "%\r\n") }

    private static func property(_ text: String) -> String { escaped(text, "%\r\n:,") }

    /// Not by characters: `"\r\n"` is one that is neither of both.
    private static func escaped(_ text: String, _ special: String) -> String {
        text.unicodeScalars.map { scalar in
            guard special.unicodeScalars.contains(scalar) else { return String(scalar) }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return digits.count < 2 ? "%0\(digits)" : "%\(digits)"
        }.joined()
    }
}
