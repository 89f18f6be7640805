import Foundation
import Moonwire
import TestSupport
import Testing

/// Threads that build the services of a cycle, and wait for them.
@Suite(.timeLimit(.minutes(5))) struct LaterThreadTests {
    /// Three services, and a second cycle between two of them.
    private static let text =
        Lantern.service("set = { level = 1 }", id: "a", args: #"other = ref "b""#, reload: "auto")
        + Lantern.service(#"set = { part = later "a" }"#, id: "b", args: #"other = ref "c""#, reload: "auto")
        + Lantern.service(#"set = { part = later "b", level = 7 }"#, id: "c", reload: "auto")
        + #"hook.created("*", function(lamp, info) if info.id ~= "log" then lamp:note(info.id) end end)"#

    private static func isComplete(_ lamp: Lantern) -> Bool {
        switch lamp.name {
        case "a": lamp.level == 1 && lamp.other?.part === lamp && lamp.other?.other?.level == 7
        case "b": lamp.part?.other === lamp && lamp.part?.level == 1 && lamp.other?.part === lamp
        default: lamp.level == 7 && lamp.part?.other === lamp && lamp.part?.part?.level == 1
        }
    }

    @Test func threadsThatEnterAtDifferentServicesGetCompleteOnes() throws {
        for _ in 0..<repetitions(100, debug: 20) {
            let living = try Living(lamps: Self.text)
            let failures = Collected<String>()
            onThreads(12) { number in
                do {
                    for id in ["a", "b", "c", "a"].dropFirst(number % 3) where try !Self.isComplete(living.lamp(id)) {
                        failures.append("\(id) is not complete")
                    }
                } catch { failures.append("\(error)") }
            }
            #expect(failures.elements == [])
            #expect(living.log.elements == ["c", "b", "a"])
        }
    }

    @Test func tasksThatEnterAtDifferentServicesGetCompleteOnes() async throws {
        for _ in 0..<repetitions(100, debug: 20) {
            let living = try Living(lamps: Self.text)
            let areComplete = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        Self.isComplete(
                            try await living.container.resolve(["a", "b", "c"][number % 3], as: Lantern.self))
                    }
                }
                return try await group.reduce(true) { $0 && $1 }
            }
            #expect(areComplete)
            #expect(living.log.elements == ["c", "b", "a"])
        }
    }

    /// A thread that requests another service of the cycle waits until the first thread has built all of them, in whichever generation.
    @Test(arguments: [false, true], ["parent", "child"]) func threadWaitsForTheWholeCycle(
        afterReload: Bool, _ first: String
    ) async throws {
        let pause = Pause()
        let definitions = [
            Lantern.service("set = { level = 1 }", id: "parent", args: #"other = ref "child""#, reload: "auto"),
            Lantern.service(#"set = { part = later "parent" }"#, id: "child", reload: "auto"),
        ]
        let living = try Living(lamps: definitions.joined(), slowWait: .zero) { services in
            services.addHook(.created("child")) { (_: Lantern, _) in pause.wait() }
        }
        let seen = Collected<(id: String, lamp: Lantern)>()
        let failures = Collected<String>()
        let resolve: @Sendable (String) -> Void = { id in
            do { seen.append((id, try living.lamp(id))) } catch { failures.append("\(error)") }
        }
        let builder = TestThread { resolve(first) }
        pause.isInside.wait()
        // The child is constructed, and has its parent already.
        #expect(!living.container.instances.contains { ["parent", "child"].contains($0.id) })
        // In the other order, so that another service is the first one.
        if afterReload { try living.reload(definitions.reversed().joined()) }
        let other = TestThread { resolve(first == "child" ? "parent" : "child") }
        try await until {
            living.container.diagnostics.entries.contains { $0.code == .slowWait } || pause.count > 1
        }
        pause.mayGo.open()
        builder.join()
        other.join()
        #expect(failures.elements == [])
        #expect(seen.elements.allSatisfy { $0.id == $0.lamp.name })
        let (parent, child) = (try living.lamp("parent"), try living.lamp("child"))
        #expect(seen.elements.map(\.lamp).allSatisfy { $0 === parent || $0 === child })
        #expect(parent.other === child)
        #expect(pause.count == 1)
    }

    /// One failure is that of all threads that wait, wherever they entered.
    @Test func failureIsThatOfAllThreads() throws {
        let living = try Living(lamps: Self.text.replacing("level = 7", with: "level = -1"))
        let failures = Collected<String>()
        onThreads(6) { number in failures.append(message { _ = try living.lamp(["a", "b", "c"][number % 3]) }) }
        #expect(failures.elements.count == 6)
        #expect(failures.elements.allSatisfy { $0.contains("service \"c\" could not be built: the lamp is broken") })
        #expect(living.container.instances.allSatisfy { $0.id == "log" })
    }

    /// A reload in between does not mix services of two generations.
    @Test func reloadsDoNotMixTheServicesOfACycle() throws {
        let living = try Living(lamps: Self.text)
        let failures = Collected<String>()
        let isOver = Counter()
        onThreads(4) { number in
            do {
                if number == 0 {
                    for round in 1...repetitions(60, debug: 20) {
                        try living.reload(
                            Self.text.replacing("level = 1 ", with: "level = 1, part = optional \"none\(round)\" "))
                    }
                    isOver.add()
                    return
                }
                while isOver.value == 0 {
                    for id in ["a", "b", "c"] where try !Self.isComplete(living.lamp(id)) { failures.append(id) }
                }
            } catch { failures.append("\(error)") }
        }
        #expect(failures.elements == [])
    }
}

/// Where the build of a cycle waits.
private final class Pause: Sendable {
    let isInside = Gate()
    let mayGo = Gate()
    private let inside = Counter()

    /// How many builds have been here.
    var count: Int { inside.value }

    func wait() {
        inside.add()
        isInside.open()
        mayGo.wait()
    }
}
