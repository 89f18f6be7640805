import LuaRuntime
import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// The text of a script, which knows on which line each field of its tables stands.
final class SourceText: FieldLocator {
    let name: String
    let text: String
    private let tables = Lock<SourceTables?>(nil)
    private let remarks: HeadStart<Remarks>

    /// What is told of a text that Lua accepts without a word.
    struct Remarks: Sendable {
        /// Keys that one table gives twice.
        let duplicateKeys: [DuplicateKey]
        let comparisons: [EnvironmentComparison]
    }

    init(name: String, text: String) {
        self.name = name
        self.text = text
        remarks = HeadStart {
            Remarks(duplicateKeys: DuplicateKey.all(in: text), comparisons: EnvironmentComparison.all(in: text))
        }
        if text.utf8.count >= Self.long { remarks.begin() }
    }

    /// What is told of the text once it has run.
    var result: Remarks { remarks.result }

    /// A text with so many bytes is searched while the interpreter runs it; a shorter one is not worth a thread.
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
