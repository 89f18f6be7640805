import MoonwireConsole
import Synchronization
import Testing

@Suite struct TerminalTests {
    private func run(_ arguments: [String], on terminal: Terminal) throws -> [String] {
        let lines = Mutex<[String]>([])
        let line: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
        _ = Console().run(arguments, output: Console.Output(standardOutput: line, standardError: line).on(terminal))
        return lines.withLock { $0 }
    }

    @Test func severitiesAreColored() throws {
        let folder = try Folder([
            "a.lua": "alias \"a\" \"b\"\nservice \"note\" { type = \"note: T\", args = { \"c.lua:3: error: x\" } }"
        ])
        let lines = try run(["check", folder.file("a.lua")], on: Terminal(isColored: true))
        #expect(
            lines.contains(
                "\(folder.file("a.lua")):1:12: \u{1B}[1;31merror\u{1B}[0m: alias \"a\" refers to \"b\", which is not defined"
            ))
        #expect(lines.contains { $0.hasPrefix("\u{1B}[1;36mnote\u{1B}[0m: the types are not known: names of types") })
        #expect(!(try run(["check", folder.file("a.lua")], on: .none)).contains { $0.contains("\u{1B}") })
        // Faults that other commands report.
        let complaints = try run(["parameters", folder.file("a.lua")], on: Terminal(isColored: true))
        #expect(complaints.contains { $0.contains(":1:12: \u{1B}[1;31merror\u{1B}[0m: alias") })
    }

    @Test func wordsInsideOfMessagesAreNotColored() throws {
        let folder = try Folder([
            "a.lua": "parameters { error = \"c.lua:3: warning: x\" }\n service \"note: s\" { type = \"T\" }"
        ])
        for command in ["parameters", "list"] {
            let lines = try run([command, folder.file("a.lua")], on: Terminal(isColored: true))
            #expect(!lines.isEmpty)
            #expect(!lines.contains { $0.contains("\u{1B}[1;31m") || $0.contains("\u{1B}[1;33m") })
        }
    }

    @Test func controlCharactersOfScriptsStayEscapedInColors() throws {
        let folder = try Folder(["a.lua": "alias \"a\\27[31m\" \"b\""])
        let lines = try run(["check", folder.file("a.lua")], on: Terminal(isColored: true))
        #expect(lines.contains { $0.contains("\u{1B}[1;31merror\u{1B}[0m: alias \"a\\u001b[31m\"") })
    }

    @Test(arguments: [
        ([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
        (["TERM": "xterm-256color"], true),
    ])
    func userTurnsColorsOff(_ variables: [String: String], _ isColored: Bool) {
        #expect(Terminal.allowsColors(variables) == isColored)
    }

    @Test func listFitsTheTerminal() throws {
        let long = String(repeating: "component.", count: 10)
        let folder = try Folder([
            "a.lua": """
            service "\(long)first" { type = "\(long)Type", tags = { "one", "two" } }
            service "\(long)second" { type = "Short" }
            """
        ])
        let lines = try run(["list", folder.file("a.lua")], on: Terminal(width: 80))
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines[0].contains("…") && lines[0].contains("first "))
        #expect(lines[1].contains("second ") && lines[1].hasSuffix("lua:2"))
        let whole = try run(["list", folder.file("a.lua")], on: .none)
        #expect(whole[0].contains("\(long)first    \(long)Type   "))
        // Columns do not vanish.
        #expect(
            try run(["list", folder.file("a.lua")], on: Terminal(width: 1)).allSatisfy {
                $0.count < 70 && $0.count > 20
            })
        let hooks = try Folder(["a.lua": "hook.created(\"\(long)*\", function() end)"])
        #expect(try run(["hooks", hooks.file("a.lua")], on: Terminal(width: 60)).allSatisfy { $0.count <= 60 })
    }
}

@Suite struct ProgressTests {
    private final class Screen: Sendable {
        private let state = Mutex<(text: [String], tick: (@Sendable () -> Void)?)>(([], nil))
        var text: [String] { state.withLock { $0.text } }
        func write(_ text: String) { state.withLock { $0.text.append(text) } }
        func wait(for body: @escaping @Sendable () -> Void) { state.withLock { $0.tick = body } }
        func tick() { state.withLock { $0.tick.take() }?() }
    }

    private let screen = Screen()
    private var progress: Progress {
        Progress(clock: { [screen] in screen.wait(for: $0) }, write: { [screen] in screen.write($0) })
    }

    @Test func secondsAreCounted() {
        let progress = progress
        progress.begin("moonwire list")
        #expect(screen.text.isEmpty)
        screen.tick()
        screen.tick()
        #expect(screen.text == ["\rmoonwire list (1 s)\u{1B}[K", "\rmoonwire list (2 s)\u{1B}[K"])
        progress.clear()
        progress.clear()
        #expect(screen.text.dropFirst(2) == ["\r\u{1B}[K"])
        screen.tick()
        #expect(screen.text.last == "\rmoonwire list (3 s)\u{1B}[K")
        progress.end()
        screen.tick()
        screen.tick()
        #expect(screen.text.dropFirst(4) == ["\r\u{1B}[K"])
    }

    @Test func shortCallShowsNothing() {
        let progress = progress
        progress.begin("moonwire list")
        progress.clear()
        progress.end()
        screen.tick()
        #expect(screen.text.isEmpty)
    }
}
