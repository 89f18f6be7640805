import MoonwireObjects
import MoonwireSupport
import Synchronization
import Testing

private final class Note: Sendable {
    let text: String
    private let ended: @Sendable () -> Void

    init(_ text: String, ended: @escaping @Sendable () -> Void = {}) {
        self.text = text
        self.ended = ended
    }

    deinit { ended() }
}

private final class Desk: Sendable {}

extension Desk {
    fileprivate static let colorKey = AssociatedKey<Desk, String>()

    fileprivate var color: String? {
        get { Desk.colorKey[self] }
        set { Desk.colorKey[self] = newValue }
    }
}

/// Has a value until it ends, and then gives one to another object.
private final class Guest: Sendable {
    static let ended = Lock(0)
    private static let lastKey = AssociatedKey<Desk, Int>()

    deinit {
        Guest.ended.withLock { $0 += 1 }
        Guest.lastKey[Desk()] = 1
    }
}

/// Values that objects have besides their own.
@Suite(.serialized) struct AssociatedTests {
    @Test func aValueIsReadReplacedAndRemoved() {
        let (one, other) = (Desk(), Desk())
        #expect(one.color == nil)
        one.color = "red"
        #expect(one.color == "red")
        #expect(other.color == nil)
        one.color = "blue"
        #expect(one.color == "blue")
        one.color = nil
        #expect(one.color == nil)
    }

    @Test func keysOfOneTypeAreIndependent() {
        let (first, second) = (AssociatedKey<Desk, Int>(), AssociatedKey<Desk, Int>())
        let desk = Desk()
        first[desk] = 1
        second[desk] = 2
        first[desk] = nil
        #expect(first[desk] == nil)
        #expect(second[desk] == 2)
    }

    @Test func aReplacedValueIsReleased() {
        let key = AssociatedKey<Desk, Note>()
        let ends = Lock(0)
        let desk = Desk()
        key[desk] = Note("a") { ends.withLock { $0 += 1 } }
        #expect(ends.withLock { $0 } == 0)
        key[desk] = nil
        #expect(ends.withLock { $0 } == 1)
    }

    @Test func aWeakValueIsNotKept() {
        let key = AssociatedKey<Desk, Note>(weak: Note.self)
        let desk = Desk()
        var note: Note? = Note("a")
        key[desk] = note
        #expect(key[desk]?.text == "a")
        note = nil
        #expect(key[desk] == nil)
        let next = Note("b")
        #expect(key.value(of: desk) { next } === next)
    }

    /// The allocator reuses the memory of an object that has just ended.
    @Test func aNewObjectAtAnOldAddressHasNoValue() {
        let key = AssociatedKey<Desk, Int>()
        var addresses: Set<ObjectIdentifier> = []
        var reused = 0
        for number in 0..<10_000 {
            let desk = Desk()
            if !addresses.insert(ObjectIdentifier(desk)).inserted { reused += 1 }
            #expect(key[desk] == nil)
            #expect(key.value(of: desk) { number } == number)
            #expect(key[desk] == number)
        }
        #expect(reused > 0)
    }

    @Test func endedObjectsAreRemoved() {
        let key = AssociatedKey<Desk, Note>()
        let alive = Lock(0)
        var mostAlive = 0
        let kept = (0..<100).map { _ in Desk() }
        for desk in kept { key[desk] = Note("kept") }
        for _ in 0..<20_000 {
            let desk = Desk()
            // Other memory, so that entries are not replaced because of their addresses.
            alive.withLock { $0 += 1 }
            key[desk] = Note("x") { alive.withLock { $0 -= 1 } }
            mostAlive = max(mostAlive, alive.withLock { $0 })
        }
        #expect(mostAlive < 2_000)
        #expect(kept.allSatisfy { key[$0]?.text == "kept" })
    }

    @Test func manyObjectsThatLiveAtOnceAreRemovedLater() {
        let key = AssociatedKey<Desk, Note>()
        let alive = Lock(0)
        func fill(_ count: Int) -> [Desk] {
            (0..<count).map { _ in
                let desk = Desk()
                alive.withLock { $0 += 1 }
                key[desk] = Note("x") { alive.withLock { $0 -= 1 } }
                return desk
            }
        }
        _ = fill(10_000)
        let second = fill(21_000)
        #expect(alive.withLock { $0 } <= 31_000)
        let third = fill(21_000)
        withExtendedLifetime((second, third)) { #expect(alive.withLock { $0 } < 52_000) }
    }

    /// The release of a value can use the same table.
    @Test func valuesCanUseTheTableWhenTheyEnd() {
        let key = AssociatedKey<Desk, Note>()
        let other = AssociatedKey<Desk, Int>()
        let (desk, witness) = (Desk(), Desk())
        key[desk] = Note("a") { other[witness] = (other[witness] ?? 0) + 1 }
        key[desk] = Note("b")
        #expect(other[witness] == 1)
    }

    /// A sweep must not be the last to refer to an object, whose deinitializer uses the table.
    @Test func objectsThatUseTheTableWhenTheyEndAreReleasedByAnyThread() async {
        let key = AssociatedKey<Guest, Int>()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for number in 0..<5_000 { key[Guest()] = number }
                }
            }
        }
        #expect(Guest.ended.withLock { $0 } == 20_000)
    }

    @Test func threadsAgreeOnOneValue() async {
        let key = AssociatedKey<Desk, Note>()
        for _ in 0..<200 {
            let desk = Desk()
            let values = await withTaskGroup(of: ObjectIdentifier.self, returning: Set<ObjectIdentifier>.self) {
                group in
                for number in 0..<4 {
                    group.addTask { ObjectIdentifier(key.value(of: desk) { Note("\(number)") }) }
                }
                return await group.reduce(into: []) { $0.insert($1) }
            }
            #expect(values.count == 1)
            #expect(values == [key[desk].map { ObjectIdentifier($0) }])
        }
    }
}
