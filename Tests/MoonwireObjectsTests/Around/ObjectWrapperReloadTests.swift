import Moonwire
import MoonwireObjects
import Testing

/// Wrappers of single objects, and reloads.
@Suite struct ObjectWrapperReloadTests {
    private static let kept = "service \"mailer\" { type = \"Mailer\", reload = \"keep\" }\n"
    private static let wrapped = """
        hook.created("mailer", function(mailer)
            around(mailer, "greet", function(original, self, name)
                return original(name) .. "!"
            end)
        end)

        """

    private func open(_ text: String) throws -> (Scratch, Container) {
        let folder = try Scratch()
        try folder.write(text)
        return (folder, try folder.container())
    }

    private func ended(_ container: Container) -> [String] {
        container.diagnostics.entries.map { "\($0)" }.filter { $0.contains("no longer wrapped") }
    }

    @Test func aReloadOfTheSameScriptsKeepsTheWrapper() throws {
        let (folder, container) = try open("service \"mailer\" { type = \"Mailer\" }\n" + Self.wrapped)
        let mailer = try container.resolve("mailer", as: Mailer.self)
        for _ in 0..<3 {
            #expect(try mailer.greet("Ann") == "Hello Ann!")
            try folder.write("service \"mailer\" { type = \"Mailer\" }\n" + Self.wrapped)
            try container.reload()
            #expect(try container.resolve("mailer", as: Mailer.self) === mailer)
        }
        #expect(ended(container) == [])
    }

    @Test func aResetOfAnotherServiceKeepsTheWrapper() throws {
        let (folder, container) = try open(
            "service \"mailer\" { type = \"Mailer\" }\nservice \"other\" { type = \"FastMailer\" }\n" + Self.wrapped)
        let mailer = try container.resolve("mailer", as: Mailer.self)
        _ = try container.resolve("other", as: FastMailer.self)
        try folder.write("")
        try container.reset("other")
        #expect(try mailer.greet("Ann") == "Hello Ann!")
    }

    @Test func aKeptObjectIsWrappedWhileTheScriptsContainTheFunction() throws {
        let (folder, container) = try open(Self.kept + Self.wrapped)
        let mailer = try container.resolve("mailer", as: Mailer.self)
        try folder.write("parameters { moved = 1 }\n\n" + Self.kept + Self.wrapped)
        try container.reload()
        #expect(try mailer.greet("Ann") == "Hello Ann!")
        try folder.write(Self.kept + Self.wrapped.replacing("\"!\"", with: "\"?\""))
        try container.reload()
        #expect(try mailer.greet("Ann") == "Hello Ann")
        #expect(try container.resolve("mailer", as: Mailer.self) === mailer)
        let note = try #require(ended(container).first)
        #expect(ended(container).count == 1)
        #expect(
            note.hasSuffix(
                "container.lua:3: note: Mailer.greet of an object that is kept is no longer wrapped: "
                    + "the scripts no longer contain this function"), "\(note)")
    }

    @Test func aReplacedObjectLosesItsWrapperWithoutANote() throws {
        let plain = "service \"mailer\" { type = \"Mailer\" }\n"
        let (folder, container) = try open(plain + Self.wrapped)
        let mailer = try container.resolve("mailer", as: Mailer.self)
        try folder.write(plain)
        try container.reload()
        #expect(try container.resolve("mailer", as: Mailer.self) !== mailer)
        #expect(try mailer.greet("Ann") == "Hello Ann")
        #expect(ended(container) == [])
    }

    @Test func wrappersOfSwiftSurviveEveryReload() throws {
        let (folder, container) = try open(Self.kept)
        let mailer = try container.resolve("mailer", as: Mailer.self)
        let first = try container.around(mailer, "greet") { (original, _: Mailer, name: String) throws -> String in
            try original(name + " 1")
        }
        let second = try mailer.$greet.around { original, name in try original(name + " 2") }
        for text in [Self.kept + "-- edited", "", Self.kept + Self.wrapped] {
            try folder.write(text)
            try container.reload()
            #expect(try mailer.greet("Ann") == "Hello Ann 2 1")
        }
        first.undo()
        #expect(try mailer.greet("Ann") == "Hello Ann 2")
        second.undo()
        #expect(try mailer.greet("Ann") == "Hello Ann")
    }

    @Test func aFunctionThatRunsInEachGenerationDoesNotWrapAgain() throws {
        let again = """
            service "wrap" { factory = function(args)
                around(args.mailer, "greet", function(original, self, name) return original(name .. "a") end)
                around(args.mailer, "greet", function(original, self, name) return original(name .. "b") end)
                return Mailer {}
            end, args = { mailer = ref "mailer" }, reload = "rebuild" }

            """
        let (folder, container) = try open(Self.kept + again)
        let mailer = try container.resolve("mailer", as: Mailer.self)
        for number in 1...3 {
            _ = try container.resolve("wrap", as: Mailer.self)
            #expect(try mailer.greet("") == "Hello ba")
            try folder.write(String(repeating: "\n", count: number) + Self.kept + again)
            try container.reload()
        }
        #expect(try mailer.greet("") == "Hello ba")
    }

    @Test func aWrapperThatIsUndoneStaysUndone() throws {
        let (folder, container) = try open(
            Self.kept + """
                service "undo" { factory = function(args)
                    local undo = around(args.mailer, "greet", function(original, self, name) return "wrapped" end)
                    undo()
                    return Mailer {}
                end, args = { mailer = ref "mailer" } }
                """)
        let mailer = try container.resolve("mailer", as: Mailer.self)
        _ = try container.resolve("undo", as: Mailer.self)
        try folder.write("")
        #expect(try mailer.greet("Ann") == "Hello Ann")
        try container.reload()
        #expect(try mailer.greet("Ann") == "Hello Ann")
    }

    @Test func aWrapperDoesNotKeepItsObject() throws {
        let (folder, container) = try open(Self.kept + Self.wrapped.replacing("\"!\"", with: "#mailer.sent"))
        weak var weakMailer: Mailer?
        do {
            let mailer = try container.resolve("mailer", as: Mailer.self)
            weakMailer = mailer
            try container.reload()
            #expect(try mailer.greet("Ann") == "Hello Ann0")
        }
        try folder.write("")
        try container.reload()
        #expect(weakMailer == nil)
    }

    @Test func reloadsWhileThreadsCall() async throws {
        let (folder, container) = try open(Self.kept + Self.wrapped)
        let mailer = try await container.resolve("mailer", as: Mailer.self)
        let undo = try mailer.$greet.around { original, name in try original(name) + "?" }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask { () throws in
                    for _ in 0..<300 { #expect(try mailer.greet("Ann") == "Hello Ann!?") }
                }
            }
            group.addTask {
                for number in 0..<12 {
                    try folder.write(String(repeating: "\n", count: number % 3) + Self.kept + Self.wrapped)
                    try container.reload()
                }
            }
            try await group.waitForAll()
        }
        undo.undo()
        #expect(try mailer.greet("Ann") == "Hello Ann!")
    }
}
