import MoonwireModel
import MoonwireSupport

/// The source lines of the functions of scripts that were read.
package final class FunctionTexts: Sendable {
    private struct File {
        let lines: [Substring]
        /// By the content of a line.
        let positions: [Substring: [Int]]

        init(_ text: String) {
            lines = ScriptText(text).lines
            positions = Dictionary(grouping: lines.indices) { [lines] in lines[$0] }
        }
    }

    private let files: [String: String?]
    private let known = Lock<[String: File?]>([:])

    package init(_ traces: Reading.Traces) {
        files = traces.files
    }

    func hasFile(_ name: String) -> Bool { files[name] != nil }

    /// The lines of a function; nil if they are not known.
    func text(of function: FunctionInspection) -> [Substring]? {
        guard let lines = file(function.file)?.lines, function.firstLine >= 1,
            function.firstLine <= function.lastLine, function.lastLine <= lines.count
        else { return nil }
        return Array(lines[(function.firstLine - 1)..<function.lastLine])
    }

    /// Whether a file contains lines, one after the other.
    func contains(_ text: [Substring], in name: String) -> Bool {
        guard let file = file(name) else { return false }
        // The rarest line: functions often begin with the same one.
        let positions = text.enumerated().map { (offset: $0, all: file.positions[$1] ?? []) }
        guard let rarest = positions.min(by: { $0.all.count < $1.all.count }) else { return false }
        return rarest.all.contains { $0 >= rarest.offset && file.lines[($0 - rarest.offset)...].starts(with: text) }
    }

    private func file(_ name: String) -> File? {
        known.withLock { known in
            if let file = known[name] { return file }
            let file = (files[name] ?? nil).map(File.init)
            known[name] = .some(file)
            return file
        }
    }
}
