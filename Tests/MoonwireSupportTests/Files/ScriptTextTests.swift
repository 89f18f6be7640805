import MoonwireSupport
import Testing

/// The text of a file as Lua reads it.
@Suite struct ScriptTextTests {
    @Test(arguments: ["\n", "\r", "\r\n", "\n\r"], ["", "\u{FEFF}", "#!/usr/bin/env lua", "\u{FEFF}#"])
    func everyLineEndingEndsOneLine(end: String, start: String) {
        let text = ScriptText([start, "a", "", "b", ""].joined(separator: end))
        #expect(text.lines == ["", "a", "", "b", ""])
        #expect(text.source == "\na\n\nb\n")
    }

    @Test func lineEndingsOfOneKindAreNotCombined() {
        #expect(ScriptText("a\r\rb\n\nc").lines == ["a", "", "b", "", "c"])
    }
}
