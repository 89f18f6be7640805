import MoonwireCore
import Testing

/// Optional slots of constrained existentials, which the optimizer must be able to compile.
@Suite struct ConstrainedSlotTests {
    @Test func emptySlotsOfConstrainedTypesAreNil() throws {
        let owner = ConstrainedOwner()
        try Wiring().container().inject(into: owner)
        #expect(owner.stored == nil && owner.list == nil && owner.numbers == nil && owner.late == nil)
    }

    @Test func slotsOfConstrainedTypesCanBeAssigned() {
        let owner = ConstrainedOwner()
        owner.stored = Keeper(3)
        owner.numbers = [1, 2]
        #expect(owner.stored?.element == 3 && owner.numbers?.count == 2)
        owner.stored = nil
        #expect(owner.stored == nil)
    }
}

private protocol Storing<Element> {
    associatedtype Element
    var element: Element { get }
}

private struct Keeper<Element>: Storing {
    let element: Element

    init(_ element: Element) { self.element = element }
}

private final class ConstrainedOwner {
    @Injected var stored: (any Storing<Int>)?
    @Injected var list: [any Storing<Int>]?
    @Injected var numbers: (any Collection<Int>)?
    @Lazy var late: (any AsyncSequence<Int, Never>)?
}
