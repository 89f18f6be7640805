import Moonwire
import MoonwireObjects
import MoonwireSupport
import Testing

private final class Dial: Exposed, @unchecked Sendable {  // Each test uses its own on one thread.
    @Scripted var level = 5

    static let exposure = Exposure(Dial.self) {
        Initializer { Dial() }
        Method("token") { (_: Dial) in Token() }
    }
}

/// An object that a script keeps.
private final class Token: Exposed, Sendable {
    static let living = Atomic<Int>(0)

    init() { Self.living.wrappingAdd(1, ordering: .relaxed) }

    deinit { Self.living.wrappingSubtract(1, ordering: .relaxed) }

    static let exposure = Exposure(Token.self) {}
}

/// What an owner keeps of the scripts that define its accessors.
@Suite(.serialized) struct AccessorLifeTests {
    private static let dial = "service \"dial\" { type = \"Dial\", reload = \"keep\" }\n"
    private static let accessor = """
        local token
        accessor "Dial.level" {
            get = function(self, current)
                token = token or self:token()
                return current + 1
            end,
        }
        """

    @Test func anOwnerDoesNotKeepFunctionsThatAReloadReplaces() throws {
        let folder = try Scratch(types: [Dial.self, Token.self])
        try folder.write(Self.dial + Self.accessor)
        let container = try folder.container()
        let dial = try container.resolve("dial", as: Dial.self)
        #expect(try dial.$level.get() == 6)
        #expect(Token.living.load(ordering: .relaxed) == 1)
        try folder.write(Self.dial)
        try container.reload()
        #expect(Token.living.load(ordering: .relaxed) == 0)
        #expect(dial.level == 5)
    }

    @Test func theEndOfTheContainerEndsAccessorsThatWereUsed() throws {
        let folder = try Scratch(types: [Dial.self, Token.self])
        try folder.write(Self.dial + Self.accessor)
        var container: Container? = try folder.container()
        let dial = try container?.resolve("dial", as: Dial.self)
        #expect(try dial?.$level.get() == 6)
        #expect(Token.living.load(ordering: .relaxed) == 1)
        container = nil
        #expect(Token.living.load(ordering: .relaxed) == 0)
        #expect(dial?.level == 5)
    }

    /// The accessors of the current container apply to objects of no container, and to those whose container has ended.
    @Test func theCurrentContainerFollowsOneThatHasEnded() throws {
        let folder = try Scratch(types: [Dial.self, Token.self])
        try folder.write(Self.dial + Self.accessor)
        let dial = try folder.container().resolve("dial", as: Dial.self)
        let other = try folder.container()
        withContainer(other) { #expect(dial.level == 6 && Dial().level == 6) }
        #expect(dial.level == 5)
    }
}
