import Foundation
import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// The columns of diagnostics, whose locations have lines alone.
///
/// The column is that of the last name in quotation marks in the message that occurs in the line; otherwise that of the first character
/// that is not a space.
struct DiagnosticColumns {
    private var files: [String: [Substring]] = [:]
    /// Scripts are not larger.
    private static let largestFile = 64 << 20

    /// In UTF-16 code units, as editors count, from 1; nil without a location, and if the line cannot be read.
    mutating func column(of diagnostic: Diagnostic) -> Int? {
        guard let location = diagnostic.location else { return nil }
        let lines = lines(of: location.file)
        guard lines.indices.contains(location.line - 1) else { return nil }
        let line = lines[location.line - 1]
        let start =
            Self.quotedNames(in: diagnostic.message).reversed().lazy.compactMap { Self.start(of: $0, in: line) }.first
            ?? line.firstIndex { !$0.isWhitespace } ?? line.startIndex
        return line.utf16.distance(from: line.startIndex, to: start) + 1
    }

    private mutating func lines(of file: String) -> [Substring] {
        if let known = files[file] { return known }
        let data = try? FileDescriptor(file, O_RDONLY).readAll(atMost: Self.largestFile)
        let text = String(decoding: (data ?? nil) ?? Data(), as: UTF8.self)
        // Where Lua counts lines: not at other characters that separate lines in Unicode.
        let lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
        files[file] = lines
        return lines
    }

    private static func quotedNames(in message: String) -> [Substring] {
        let parts = message.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 && $0 < parts.count - 1 && !parts[$0].isEmpty }.map { parts[$0] }
    }

    /// Where a name begins that is not a part of another one.
    private static func start(of name: Substring, in line: Substring) -> Substring.Index? {
        var rest = line
        while let range = rest.firstRange(of: name) {
            let before = range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : " "
            let after = range.upperBound < line.endIndex ? line[range.upperBound] : " "
            if !before.isPartOfName, !after.isPartOfName { return range.lowerBound }
            rest = line[range.upperBound...]
        }
        return nil
    }
}

extension Character {
    fileprivate var isPartOfName: Bool { self == "_" || isLetter || isNumber }
}
