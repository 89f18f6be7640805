import Moonwire
import MoonwireObjects
import MoonwireSupport
import Testing

/// Wrappers of exposed methods, in Swift.
@Suite struct SwiftAroundTests {
    private static let script = """
        service "mailer" { type = "Mailer" }
        service "send" { factory = { ref "mailer", "send" }, args = { "a" }, scope = "transient" }

        """

    private func sent(_ container: Container) throws -> [String] {
        _ = try container.resolve("send", as: Int.self)
        return try container.resolve("mailer", as: Mailer.self).sent
    }

    @Test func wrappersAreTypedAndCanBeUndone() throws {
        let container = try office(Self.script)
        let undo = try container.around(Mailer.self, "send") { (original, mailer: Mailer, text: String) throws -> Int in
            mailer.note("swift")
            return try original(text + "!")
        }
        #expect(try sent(container) == ["note swift", "a!"])
        undo.undo()
        undo.undo()
        #expect(try sent(container) == ["note swift", "a!", "a"])
    }

    @Test func wrappersOfTheApplicationAreOutsideOfThoseOfScripts() throws {
        let container = try office(
            Self.script
                + "around \"Mailer.send\" (function(original, self, text) return original(text .. \" lua\") end)")
        try container.around(Mailer.self, "send") { (original, _: Mailer, text: String) throws -> Int in
            try original(text + " swift")
        }
        #expect(try sent(container) == ["a swift lua"])
        try container.reload()
        #expect(try sent(container) == ["a swift lua", "a swift lua"])
    }

    @Test func oneObjectIsWrappedAndNotKept() throws {
        let container = try office(Self.script)
        weak var weakMailer: Mailer?
        do {
            let mailer = Mailer()
            weakMailer = mailer
            try container.around(mailer, "send") { (original, _: Mailer, text: String) throws -> Int in
                try original(text)
            }
        }
        #expect(weakMailer == nil)
        let mailer = try container.resolve("mailer", as: Mailer.self)
        try container.around(mailer, "send") { (original, _: Mailer, text: String) throws -> Int in
            try original(text + " 1")
        }
        #expect(try sent(container) == ["a 1"])
    }

    @Test func otherTypesAreRefused() throws {
        let container = try office(Self.script)
        let said = message {
            try container.around(Mailer.self, "send", file: "App.swift", line: 3) {
                (original, _: Mailer, number: Int) throws -> Int in try original(number)
            }
        }
        #expect(said == "App.swift:3: Mailer.send is (String) -> Int, and the wrapper is for (Int) -> Int")
        let unknown = message {
            try container.around(Mailer.self, "sand", file: "App.swift", line: 3) {
                (original, _: Mailer, text: String) throws -> Int in try original(text)
            }
        }
        #expect(unknown == "App.swift:3: Mailer has no method \"sand\" to wrap\n    did you mean \"send\"?")
    }

    @Test func withoutTheProductItThrows() throws {
        let container = try Container(text: "", types: [Mailer.self], environment: .test)
        let said = message {
            try container.around(Mailer.self, "send", file: "App.swift", line: 3) {
                (original, _: Mailer, text: String) throws -> Int in try original(text)
            }
        }
        #expect(
            said == "App.swift:3: around: there is no container with the words of MoonwireObjects\n"
                + "    call `$0.addObjects()` in the registrations of the container")
    }

    @Test(arguments: ["send", "greet"]) func theOriginalCannotBeCalledLater(member: String) throws {
        let kept = Lock<Kept?>(nil)
        var container: Container? = try office(
            Self.script + "service \"greeting\" (function(c) return c.get(\"mailer\"):greeting(\"a\") end)")
        weak let weakMailer = try container?.resolve("mailer", as: Mailer.self)
        if member == "send" {
            try container?.around(Mailer.self, "send") { (original, _: Mailer, text: String) throws -> Int in
                kept.withLock { $0 = Kept { _ = try original(text) } }
                return 1
            }
            _ = try container?.resolve("send", as: Int.self)
        } else {
            try container?.around(Mailer.self, "greet") { (original, _: Mailer, text: String) throws -> String in
                kept.withLock { $0 = Kept { _ = try original(text) } }
                return text
            }
            _ = try container?.resolve("greeting", as: String.self)
        }
        let call = try #require(kept.withLock { $0 })
        let expected =
            "the original of Mailer.\(member) can only be called until the function returns that received it"
        #expect(message(call.body) == expected)
        container = nil
        #expect(weakMailer == nil)
        #expect(message(call.body) == expected)
    }

    @Test func wrappersAreReleasedAtTheEndOfTheContainer() throws {
        weak var weakBox: Box?
        weak var weakMailer: Mailer?
        do {
            let container = try office(
                Self.script + "around \"Mailer.send\" (function(original, self, text) return original(text) end)")
            let box = Box()
            weakBox = box
            try container.around(Mailer.self, "send") { (original, _: Mailer, text: String) throws -> Int in
                try withExtendedLifetime(box) { try original(text) }
            }
            weakMailer = try container.resolve("mailer", as: Mailer.self)
            _ = try sent(container)
        }
        #expect(weakBox == nil)
        #expect(weakMailer == nil)
    }
}

private final class Box: Sendable {}

/// A function that a wrapper stores.
private struct Kept: @unchecked Sendable {  // The tests call it on one thread.
    let body: () throws -> Void
}
