import LuaRuntime
import Testing

/// The lines that one scan finds, beside those that a search for each path finds.
///
/// Each field has a line of its own.
@Suite struct FieldTreeTests {
    private static let text = """
        service "a" {
            type = "T",
            args = { 1,
                two = 2,
                { deep =
                    { x = 1 },
                  "last" },
                ["quoted"] = f {
                    inner = 1 } },
            args = g({
                skipped = 1 },
                { never = 2 }),
            [1 + 1] = {
                computed = 1 };
            ["1"] = {
                y = 2 },
            tags = {
                { "one" },
                function(a) return {
                    b = 1 } end,
                { "two",
                    priority = 10 },
            },
        }
        """

    private static let steps = [
        "type", "args", "1", "2", "3", "two", "deep", "x", "last", "quoted", "inner", "skipped", "never", "computed",
        "y",
        "tags", "priority", "b", "a",
    ]

    @Test func fieldTreeFindsTheLinesThatASearchFinds() {
        let place = opening(in: Self.text)
        let tree = FieldTree(Self.text, table: place)
        for first in Self.steps {
            for second in Self.steps {
                for third in Self.steps {
                    for path in [[first], [first, second], [first, second, third]] {
                        let searched = FieldSearch.line(of: path, in: Self.text, table: place, entersCalls: true)
                        #expect(tree.line(of: path) == searched, "\(path)")
                    }
                }
            }
        }
        #expect(tree.line(of: ["tags", "3", "priority"]) == 22)
        #expect(tree.line(of: []) == nil)
    }

    /// More than a search for each field finds in any time worth waiting for.
    @Test(.timeLimit(.minutes(5))) func eachFieldOfALargeTableIsFound() {
        let count = 100_000
        let text = "t {\n" + (1...count).map { "k\($0) = { \($0) },\n" }.joined() + "}"
        let tree = FieldTree(text, table: opening(in: text))
        #expect((1...count).allSatisfy { tree.line(of: ["k\($0)"]) == $0 + 1 })
    }

    private func opening(in text: String) -> SourcePosition {
        var text = text
        var position = SourcePosition.start
        var isFound = false
        text.withUTF8 { bytes in
            TableScan.scan(bytes) { event in
                guard case .open(let opening) = event, !isFound else { return }
                isFound = true
                position = opening.position
            }
        }
        return position
    }
}
