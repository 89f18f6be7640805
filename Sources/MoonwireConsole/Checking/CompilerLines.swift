import Foundation
import MoonwireCore
import MoonwireValues

/// A diagnostic in the form of compilers: `container.lua:3:12: error: …`, with its hints as notes.
struct CompilerLines {
    let lines: [String]

    init(_ diagnostic: Diagnostic, column: Int?) {
        var place = ""
        if let location = diagnostic.location { place = "\(location.file.inOneLine):\(location.line):\(column ?? 1): " }
        let remarks = diagnostic.remarks.map { "\(place)note: \($0)" }
        lines = ["\(place)\(diagnostic.severity.compilerWord): \(diagnostic.message.joined)"] + remarks
    }
}

extension Diagnostic {
    /// The lines of the description after the sentence: suggestions, the path, and hints.
    var remarks: [String] {
        guard let sentence = description.range(of: message) else { return [] }
        return description[sentence.upperBound...].split(whereSeparator: \.isNewline).map(\.trimmedStart)
    }
}

extension Diagnostic.Severity {
    fileprivate var compilerWord: String { self == .fault ? "error" : rawValue }
}

extension String {
    /// In one line.
    fileprivate var joined: String { split(whereSeparator: \.isNewline).map(\.trimmedStart).joined(separator: " ") }
}

extension Substring {
    fileprivate var trimmedStart: String { String(drop { $0 == " " }) }
}
