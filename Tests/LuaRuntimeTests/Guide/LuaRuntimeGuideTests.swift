import Foundation
import LuaRuntime
import LuaRuntimeTesting
import MoonwireValues
import Synchronization
import Testing

private struct Endpoint: Codable, Convertible {
    var host: String
    var port = 80
    var tags: [String] = []
}

private final class Account: HostObject, Sendable {
    private let entries = Mutex<[Int]>([])
    var balance: Int { entries.withLock { $0.reduce(0, +) } }
    func add(_ amount: Int) { entries.withLock { $0.append(amount) } }

    static let hostClass = HostClass(Account.self) { account in
        account.constructor { Account() }
        account.property("balance") { $0.balance }
        account.method("add", "amount") { (account, amount: Int) in account.add(amount) }
        account.operator(.less) { (a: Account, b: Account) in a.balance < b.balance }
    }
}

private final class Draft: HostObject {
    var text = ""

    static let hostClass = HostClass(Draft.self) { draft in draft.property("text", \.text) }
}

private final class Inbox: HostObject, Sendable {
    private let listener = Mutex<LuaFunction?>(nil)
    func listen(_ function: LuaFunction) { listener.withLock { $0 = function } }

    static let hostClass = HostClass(Inbox.self) { inbox in
        inbox.method("listen", "function") { (inbox, function: LuaFunction) in inbox.listen(function) }
    }
}

private protocol Greeter {
    func greet(_ name: String) throws -> String
}

private struct LuaGreeter: Greeter {
    let table: LuaTable
    func greet(_ name: String) throws -> String { try table.call("greet", name) }
}

private struct Refused: Error, CustomStringConvertible {
    let amount: Int
    var description: String { "refused \(amount)" }
}

/// The snippets of `Documentation/LuaRuntime.md`, word for word.
@Suite struct LuaRuntimeGuideTests {
    private static let guide = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../Documentation/LuaRuntime.md")

    @Test func everySnippetOfTheGuideIsInThisFile() throws {
        let tests = Self.words(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
        let pieces = try String(contentsOf: Self.guide, encoding: .utf8).split(separator: "```swift\n").dropFirst()
            .compactMap { $0.split(separator: "```", omittingEmptySubsequences: false).first.map(String.init) }
        #expect(pieces.count > 10)
        for piece in pieces { #expect(tests.contains(Self.words(piece)), "\(piece)") }
        #expect(try Self.outputs.count == 3)
    }

    /// The output that the guide shows.
    private static var outputs: [String] {
        get throws {
            let lines = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "\n")
            let fences = lines.indices.filter { lines[$0].hasPrefix("```") }
            return stride(from: 0, to: fences.count - 1, by: 2).filter { lines[fences[$0]] == "```" }.map {
                lines[(fences[$0] + 1)..<fences[$0 + 1]].joined(separator: "\n")
            }
        }
    }

    private static func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    @Test func guideSectionValues() throws {
        let lua = try Interpreter()
        let answer = try lua.evaluate("return 6 * 7", name: "answer.lua", as: Int.self)
        let primes = try lua.evaluate("return { 2, 3, 5 }", name: "primes.lua", as: [Int].self)
        #expect(answer == 42)
        #expect(primes == [2, 3, 5])
        let endpoint = try lua.evaluate(
            "return { host = 'a.org', port = 8080, tags = {} }", name: "s.lua", as: Endpoint.self)
        #expect(endpoint.port == 8080)
        let wrong = #expect(throws: LuaError.self) {
            try lua.evaluate(
                "return {\n  host = 'a.org',\n  prot = 8080,\n  tags = {}\n}", name: "s.lua", as: Endpoint.self)
        }
        #expect(try wrong?.description == Self.outputs[0])
    }

    @Test func guideSectionFunctions() throws {
        let lua = try Interpreter()
        let greet = HostFunction("greet") { (name: String, times: Int?) in
            String(repeating: "Hello \(name)! ", count: times ?? 1)
        }
        try lua.setGlobal("greet", to: greet.labeled("name", "times"))
        let greeting = try lua.evaluate("return greet('Ada', 2)", name: "greet.lua", as: String.self)
        #expect(greeting == "Hello Ada! Hello Ada! ")
        let double = try lua.evaluate("return function(n) return 2 * n end", name: "d.lua", as: LuaFunction.self)
        let four = try double.call(2, as: Int.self)
        let closure = double.typed(Int.self, returning: Int.self)
        #expect(try closure(four) == 8)
    }

    @Test func guideSectionObjects() throws {
        let lua = try Interpreter()
        try lua.register(Account.hostClass)
        try lua.run("savings = Account() savings:add(20)", name: "account.lua")
        let savings = try lua.evaluate("return savings", name: "account.lua", as: Account.self)
        #expect(savings.balance == 20)
    }

    @Test func guideSectionLoans() throws {
        let lua = try Interpreter()
        try lua.register(Draft.hostClass)
        let edit = try lua.evaluate(
            "return function(draft) draft.text = 'Dear' kept = draft end", name: "edit.lua", as: LuaFunction.self)
        try edit.call(Draft())
        let late = #expect(throws: LuaError.self) { try lua.run("print(kept.text)", name: "late.lua") }
        #expect(try late?.description == Self.outputs[1])
    }

    @Test func guideSectionRetirement() throws {
        weak var interpreter: Interpreter?
        try {
            let lua = try Interpreter()
            interpreter = lua
            try lua.register(Inbox.hostClass)
            try lua.setGlobal("inbox", to: Inbox())
            try lua.run("inbox:listen(function() return inbox end)", name: "inbox.lua")
            lua.retire()
        }()
        #expect(interpreter == nil)
    }

    @Test func guideSectionAdapters() throws {
        let lua = try Interpreter()
        try lua.register(LuaAdapter((any Greeter).self, requires: ["greet"]) { LuaGreeter(table: $0) })
        let welcome = HostFunction("welcome") { ($greeter: LuaAdapted<any Greeter>) in try greeter.greet("you") }
        try lua.setGlobal("welcome", to: welcome)
        let welcomed = try lua.evaluate(
            "return welcome { greet = function(name) return 'Hi ' .. name end }", name: "w.lua", as: String.self)
        #expect(welcomed == "Hi you")
    }

    @Test func guideSectionErrors() throws {
        let lua = try Interpreter()
        let charge = HostFunction("charge") { (amount: Int) in
            guard amount > 0 else { throw Refused(amount: amount) }
        }
        try lua.setGlobal("charge", to: charge)
        let refused = #expect(throws: Refused.self) { try lua.run("charge(-1)", name: "shop.lua") }
        let told = #expect(throws: LuaError.self) {
            try lua.reporting { try lua.run("local total = -1\ncharge(total)", name: "shop.lua") }
        }
        #expect(refused?.amount == -1)
        #expect(try told?.report == Self.outputs[2])
    }

    @Test func guideSectionCoroutines() async throws {
        let lua = try Interpreter()
        let count = try lua.evaluate(
            "return function(n) for i = 1, n do coroutine.yield(i) end end", name: "count.lua", as: LuaFunction.self)
        var seen: [Int] = []
        for try await number in count.sequence(3, of: Int.self) { seen.append(number) }
        #expect(seen == [1, 2, 3])
        let load = HostFunction.async("load") { (name: String) async in "text of \(name)" }
        try lua.setGlobal("load", to: load)
        let page = try await lua.asynchronous.evaluate(
            "return load('a') .. ', ' .. load('b')", name: "page.lua", as: String.self)
        #expect(page == "text of a, text of b")
    }

    @Test func guideSectionLimits() throws {
        let small = try Interpreter(profile: .untrusted, limits: .init(instructions: 100_000, memory: 1 << 20)) {
            output in
            print(output)
        }
        let endless = #expect(throws: LuaError.self) { try small.run("while true do end", name: "endless.lua") }
        #expect(endless?.code == .budget)
    }

    @Test func guideSectionFaultInjection() throws {
        let sweep = try FaultSweep.allocations { trial in
            let lua = try Interpreter()
            try lua.setGlobal("guest", to: trial.object())
            try lua.run("kept = { guest }", name: "guest.lua")
        }
        #expect(sweep.points(of: .limit) > 0)
    }
}
