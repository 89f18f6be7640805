import Moonwire
import Testing

/// Services that need each other, one of them lazily, while decorators come and go.
@Suite(.timeLimit(.minutes(10))) struct DecoratedCycleTests {
    private static let circle = """
        service "left" { type = "Left", args = { right = lazy "right" } }
        service "right" { type = "Right", args = { left = ref "left" } }

        """
    private static let decorator = """
        decorate "left" { type = "Left", args = { right = lazy "right", inner = inner } }
        """

    /// What is wrapped from now on could be kept, but for the service that needs it and that it needs.
    @Test func reloadThatDecoratesAServiceOfACycleEnds() throws {
        let living = try Living(Self.circle, types: [Left.self, Right.self])
        let before = try living.container.resolve("right", as: Right.self)
        let plan = try living.reload(Self.circle + Self.decorator)
        #expect(plan.contains("left"), "\(plan)")
        let after = try living.container.resolve("right", as: Right.self)
        #expect(after !== before)
        #expect(after.left !== before.left)
        #expect(after.left.inner != nil && after.left.inner !== before.left)
        try living.reload(Self.circle)
        #expect(try living.container.resolve("right", as: Right.self).left.inner == nil)
    }
}

private final class Left: Exposed, Sendable {
    let inner: Left?
    private let right: LazyService<Right>

    init(right: LazyService<Right>, inner: Left?) {
        self.right = right
        self.inner = inner
    }

    static let exposure = Exposure(Left.self) {
        Initializer("right", ExposedArgument("inner", default: nil)) { Left(right: $0, inner: $1) }
    }
}

private final class Right: Exposed, Sendable {
    let left: Left

    init(left: Left) { self.left = left }

    static let exposure = Exposure(Right.self) { Initializer("left") { Right(left: $0) } }
}
