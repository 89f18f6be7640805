import LuaRuntime
import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// The text of a script, with the line of each field of its tables.
final class SourceText: FieldLocator {
    let name: String
    let text: String
    private let tables = Lock<SourceTables?>(nil)
    private let search: Prefetch<Remarks>

    /// Mistakes in a script that Lua accepts silently.
    struct Remarks: Sendable {
        /// Keys that a table contains twice.
        let duplicateKeys: [DuplicateKey]
        let comparisons: [EnvironmentComparison]
    }

    init(name: String, text: String) {
        self.name = name
        self.text = text
        search = Prefetch {
            Remarks(duplicateKeys: DuplicateKey.all(in: text), comparisons: EnvironmentComparison.all(in: text))
        }
        if text.utf8.count >= Self.long { search.begin() }
    }

    /// Mistakes in the text, reported after it has run.
    var remarks: Remarks { search.result }

    /// A text with at least this many bytes is searched by another thread while the interpreter runs it.
    private static let long = 1 << 16

    func line(of path: [String], in subject: String, at line: Int) -> Int? {
        tables.withLock { known in
            var tables = known ?? SourceTables(text)
            known = nil  // Else the lines that are found would be copied, each time.
            defer { known = tables }
            return tables.line(of: path, in: subject, at: line)
        }
    }
}
