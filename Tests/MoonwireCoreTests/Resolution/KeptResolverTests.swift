import Dispatch
import Foundation
import MoonwireCore
import MoonwireSupport
import Testing

/// A resolver that is asked on another thread, before its factory returns and afterward.
@Suite(.timeLimit(.minutes(10))) struct KeptResolverTests {
    private final class Part: Sendable {}

    /// Says when the other thread has begun, and when the factory has returned.
    private final class Course: Sendable {
        let hasBegun = DispatchSemaphore(value: 0)
        let hasReturned = DispatchSemaphore(value: 0)
        let isOver = DispatchSemaphore(value: 0)
        let resolver = Lock<ServiceResolver?>(nil)
        let result = Lock<Result<Part, any Error>?>(nil)
    }

    /// `outer` lets another thread ask for `late`, whose factory asks the same resolver once that of `outer` has returned.
    private func container(_ course: Course) throws -> Container {
        var registrations = Registrations()
        registrations.register("part", as: Part.self) { _ in Part() }
        registrations.register("late", as: Part.self) { _ in
            course.hasBegun.signal()
            course.hasReturned.wait()
            return try #require(course.resolver.withLock { $0 }).resolve("part")
        }
        registrations.register("outer", as: Part.self) { resolver in
            course.resolver.withLock { $0 = resolver }
            Thread.detachNewThread {
                let result = Result { try resolver.resolve("late", as: Part.self) }
                course.result.withLock { $0 = result }
                course.isOver.signal()
            }
            course.hasBegun.wait()
            return Part()
        }
        return try Container(layers: [registrations.beneath], types: TypeRegistry([]))
    }

    @Test func keptResolverServesABuildThatOutlivesItsFactory() throws {
        let course = Course()
        let container = try container(course)
        _ = try container.resolve("outer", as: Part.self)
        course.hasReturned.signal()
        course.isOver.wait()
        let late = try #require(try course.result.withLock { try $0?.get() })
        #expect(try container.resolve("part", as: Part.self) === late)
    }
}
