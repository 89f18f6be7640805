extension WiringText {
    /// The lines that differ from a stored text, with the titles of their blocks; `-` marks lines of the stored text.
    ///
    /// Takes time proportional to the size of both.
    package func difference(from stored: WiringText) -> [String] {
        let former = Dictionary(stored.blocks.map { ($0.title, $0.lines) }) { first, _ in first }
        let current = Set(blocks.map(\.title))
        let changes = blocks.flatMap { block in
            switch former[block.title] {
            case nil: block.marked("+")
            case block.lines: [String]()
            case let lines?: ["  \(block.title)"] + Self.difference(from: lines, to: block.lines)
            }
        }
        let difference = changes + stored.blocks.filter { !current.contains($0.title) }.flatMap { $0.marked("-") }
        // The same blocks in another order, or twice.
        return difference.isEmpty
            ? Self.difference(from: stored.blocks.map(\.title), to: blocks.map(\.title)) : difference
    }

    /// The lines between the common ones at the beginning and at the end.
    private static func difference(from former: [String], to current: [String]) -> [String] {
        let beginning = zip(former, current).prefix { $0 == $1 }.count
        let (old, new) = (former.dropFirst(beginning), current.dropFirst(beginning))
        let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
        return old.dropLast(end).map { "- \($0)" } + new.dropLast(end).map { "+ \($0)" }
    }
}

extension WiringText.Block {
    fileprivate func marked(_ sign: String) -> [String] { ([title] + lines).map { "\(sign) \($0)" } }
}
