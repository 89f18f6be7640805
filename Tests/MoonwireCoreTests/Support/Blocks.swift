import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport

/// An object that describes how it was built; its label may make it fail, or set a parameter.
final class Block: Sendable, Exposed {
    /// The labels in the order in which blocks were built on this thread.
    @TaskLocal static var log = Collected<String>()
    @TaskLocal static var container: Container?

    let text: String
    let first: Block?
    let second: Block?

    struct Refused: Error {}

    private init(_ text: String, _ label: String, _ first: Block? = nil, _ second: Block? = nil) throws {
        self.text = text
        self.first = first
        self.second = second
        Self.log.append("\(label) \(text)")
        if label.hasPrefix("fail") { throw Refused() }
        if label.hasPrefix("set ") {
            try Self.container?.setParameter("one", to: .integer(Int64(label.dropFirst(4).count)))
            try Self.container?.setParameter("word", to: .text("set by \(label), which is long"))
        }
    }

    /// The whole graph; an object that occurs twice has the same number.
    var description: String {
        var numbers: [ObjectIdentifier: Int] = [:]
        func describe(_ block: Block) -> String {
            let number = numbers[ObjectIdentifier(block)] ?? numbers.count
            numbers[ObjectIdentifier(block)] = number
            let parts = [block.first, block.second].compactMap { $0.map(describe) }
            return "\(number): \(block.text) [\(parts.joined(separator: ", "))]"
        }
        return describe(self)
    }

    static let exposure = Exposure(Block.self) {
        Initializer("label", "number", "ratio", "isOn") { (label: String, number: Int, ratio: Double, isOn: Bool) in
            try Block("\(number) \(ratio) \(isOn)", label)
        }
        Initializer("number", "first", "label", "second") { (number: Int, first: Block, label: String, second: Block) in
            try Block("\(number)", label, first, second)
        }
        Initializer("first", "label") { (first: Block, label: String) in try Block("around", label, first) }
    }
}
