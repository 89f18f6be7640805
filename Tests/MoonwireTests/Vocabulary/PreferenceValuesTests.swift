import Moonwire
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// The values of a preference for listeners.
@Suite(.timeLimit(.minutes(5))) struct PreferenceValuesTests {
    private static let script =
        #"preferences "Settings" { volume = { default = 5, min = 0, max = 1000 }, name = { default = "A" } }"#
    private let store = MemoryStore()

    private func living(_ text: String = script) throws -> Living {
        try Living(text, types: [Knob.self]) { $0.registerStore(store, named: "default") }
    }

    @Test func firstIsTheCurrentValueThenTheNewest() async throws {
        let preferences = try living().container.preferences
        try preferences.set(.volume, to: 6)
        var values = try preferences.watch(.volume).makeAsyncIterator()
        #expect(try await values.next() == 6)
        for volume in [7, 8, 9] { try preferences.set(.volume, to: volume) }
        #expect(try await values.next() == 9)
        try preferences.set("Settings.name", to: "B")
        try preferences.set(.volume, to: 9)
        try preferences.reset(.volume)
        #expect(try await values.next() == 5)
    }

    @Test func changesBeforeTheFirstReadAreNotRepeated() async throws {
        let preferences = try living().container.preferences
        var values = try preferences.watch(.volume).makeAsyncIterator()
        try preferences.set(.volume, to: 7)
        #expect(try await values.next() == 7)
        try preferences.set(.volume, to: 8)
        #expect(try await values.next() == 8)
    }

    @Test func valuesFollowOtherContainersAndReloads() async throws {
        let (living, other) = (try living(), try living())
        var values = try living.container.preferences.watch("Settings.volume", as: Double.self).makeAsyncIterator()
        #expect(try await values.next() == 5)
        try living.reload(Self.script.replacing("default = 5", with: "default = 4"))
        #expect(try await values.next() == 4)
        try other.container.preferences.set(.volume, to: 3)
        #expect(try await values.next() == 3)
    }

    @Test func removedPreferenceEndsTheSequenceWithAnError() async throws {
        let living = try living()
        var values = try living.container.preferences.watch(.volume).makeAsyncIterator()
        #expect(try await values.next() == 5)
        try living.reload(#"preferences "Settings" { volumes = { default = 5 } }"#)
        let error = await #expect(throws: ContainerError.self) { _ = try await values.next() }
        #expect(
            error.map { "\($0)" } == #"preference "Settings.volume" is not defined"#
                + "\n    did you mean \"Settings.volumes\"?")
    }

    @Test func otherTypeEndsTheSequenceWithAnError() async throws {
        let living = try living()
        var values = try living.container.preferences.watch(.volume).makeAsyncIterator()
        #expect(try await values.next() == 5)
        try living.reload(#"preferences "Settings" { volume = { default = "loud" } }"#)
        let error = await #expect(throws: ContainerError.self) { _ = try await values.next() }
        let expected =
            #"container.lua:1: preference "Settings.volume" cannot be read as Int: it expects an integer, got the string "loud""#
        #expect(error.map { living.readable("\($0)") } == expected)
    }

    @Test func wrongNamesAndTypesAreErrorsAtOnce() throws {
        let living = try living()
        let preferences = living.container.preferences
        #expect(
            message { _ = try preferences.watch("Settings.volum", as: Int.self) }.contains(
                "did you mean \"Settings.volume\"?"))
        #expect(message { _ = try preferences.watch("Settings.name", as: Int.self) }.contains("Settings.name"))
    }

    @Test func invalidStoredValueCountsAsTheDefault() async throws {
        let living = try living()
        var values = try living.container.preferences.watch(.volume).makeAsyncIterator()
        try living.container.preferences.set(.volume, to: 6)
        #expect(try await values.next() == 6)
        store.write("loud", for: "Settings.volume")
        store.announceChange()
        #expect(try await values.next() == 5)
    }

    @Test func sequenceEndsWithTheContainerAndDoesNotKeepIt() async throws {
        var living: Living? = try living()
        weak let container = living?.container
        var values = try #require(try living?.container.preferences.watch(.volume)).makeAsyncIterator()
        #expect(try await values.next() == 5)
        living = nil
        #expect(container == nil)
        #expect(try await values.next() == nil)
    }

    /// Also for several tasks that wait for the same sequence.
    @Test func shutdownEndsTheSequence() async throws {
        let living = try living()
        let values = try living.container.preferences.watch(.volume)
        let seen = Collected<Int>()
        let tasks = (0..<2).map { _ in Task { for try await volume in values { seen.append(volume) } } }
        try await until { seen.elements == [5, 5] }
        _ = await living.container.shutdownGracefully()
        for task in tasks { try await task.value }
        #expect(seen.elements == [5, 5])
    }

    @Test func cancellationEndsTheSequence() async throws {
        let living = try living()
        let values = try living.container.preferences.watch(.volume)
        let seen = Collected<Int>()
        let task = Task { for try await volume in values { seen.append(volume) } }
        try await until { seen.elements == [5] }
        task.cancel()
        try await task.value
    }

    @Test func slotOfAPreferenceIsWatched() async throws {
        let living = try living()
        let knob = Knob()
        #expect(message { _ = try knob.$volume.watch() }.contains("does not belong to a container"))
        try living.container.inject(into: knob)
        var values = try knob.$volume.watch().makeAsyncIterator()
        #expect(try await values.next() == 5)
        knob.volume = 8
        #expect(try await values.next() == 8)
    }

    /// A service that watches receives changes, so that a reload need not replace it.
    @Test func watchingIsNoDependency() async throws {
        let container = Lock<Container?>(nil)
        let living = try Living(Self.script) { services in
            services.registerStore(store, named: "default")
            services.register("log.watched") { _ in
                _ = try #require(container.withLock { $0 }).preferences.watch(.volume)
                return Station.Log(Collected())
            }
        }
        container.withLock { $0 = living.container }
        defer { container.withLock { $0 = nil } }
        let first: Station.Log = try await living.container.resolve("log.watched")
        try living.reload(Self.script.replacing("default = 5", with: "default = 4"))
        let isSame = first === (try await living.container.resolve("log.watched", as: Station.Log.self))
        #expect(isSame)
    }

    @Test func manyListenersSeeTheLastValueAndNoneGoesBack() async throws {
        let living = try living()
        let preferences = living.container.preferences
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<8 {
                let values = try preferences.watch(.volume)
                group.addTask {
                    var seen: [Int] = []
                    for try await volume in values {
                        seen.append(volume)
                        if volume == 1000 { break }
                    }
                    return seen
                }
            }
            for volume in 6...1000 { try preferences.set(.volume, to: volume) }
            for try await seen in group { #expect(seen == Array(Set(seen)).sorted()) }
        }
        #expect(living.container.diagnostics.entries.isEmpty)
    }
}

extension Preferences.Key<Int> {
    fileprivate static let volume = Self("Settings.volume")
}

private final class Knob: Exposed {
    @Preference("Settings.volume") var volume: Int

    static let exposure = Exposure(Knob.self) { Initializer { Knob() } }
}
