import Foundation
import MoonwireCore
import MoonwireSupport
import TestSupport

/// A source that reads one file, and writes down what it read.
final class TextSource: LayerSource {
    let texts = Collected<String>()
    private let file: URL
    private let afterwards: @Sendable (String) -> Void

    init(file: URL, afterwards: @escaping @Sendable (String) -> Void = { _ in }) {
        self.file = file
        self.afterwards = afterwards
    }

    func read() throws -> Reading {
        let record = FileRecord(reading: file.path(percentEncoded: false), limit: 1000)
        if let text = record.text { texts.append(text) }
        afterwards(record.text ?? "")
        return Reading(layers: [], files: [record])
    }
}
