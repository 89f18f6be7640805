import Moonwire
import MoonwireSupport
import Testing

/// Reads of optional slots that were found empty before: they must see what fills the slots since.
@Suite struct EmptySlotReadTests {
    private final class Desk: @unchecked Sendable {  // Each test uses its own.
        @Injected("spare") var spare: Engine?
        @Injected var engine: Engine?
        @Injected var limit: Int?
    }

    private final class Reader: Sendable {
        let isFilled: Bool

        init(isFilled: Bool) { self.isFilled = isFilled }
    }

    private static let spare = "service \"spare\" { type = \"Engine\", args = { \"v8\", 8 } }"

    /// A desk of a container without services, whose slots have been read.
    private func desk(
        _ text: String = "", register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> (Desk, Living) {
        let living = try Living(text, types: [Engine.self], register: register)
        let desk = Desk()
        try living.container.inject(into: desk)
        for _ in 0..<3 { #expect(desk.spare == nil && desk.engine == nil && desk.limit == nil) }
        return (desk, living)
    }

    @Test func aReloadFillsThem() throws {
        let (desk, living) = try desk()
        try living.reload(Self.spare + "\ninject { type = \"Int\", value = 7 }")
        #expect(desk.spare?.brand == "v8" && desk.engine === desk.spare && desk.limit == 7)
    }

    @Test func aReloadMayLeaveThemEmpty() throws {
        let (desk, living) = try desk()
        for number in 0..<3 {
            try living.reload("-- \(number)")
            for _ in 0..<3 { #expect(desk.spare == nil && desk.engine == nil) }
        }
        try living.reload(Self.spare)
        #expect(desk.spare?.brand == "v8")
    }

    @Test func anOverrideFillsThemWhileItIsOpen() throws {
        let (desk, living) = try desk()
        try living.container.withOverrides {
            $0.register("spare") { _ in Engine(brand: "v6", cylinders: 6) }
            $0.inject(slot: "Desk.limit", 3)
        } operation: {
            #expect(desk.spare?.brand == "v6" && desk.engine?.brand == "v6" && desk.limit == 3)
        }
        #expect(desk.spare == nil && desk.engine == nil && desk.limit == nil)
    }

    @Test func anotherContainerFillsThem() throws {
        let (desk, living) = try desk()
        let other = try Living(Self.spare, types: [Engine.self])
        try other.container.inject(into: desk)
        #expect(desk.spare?.brand == "v8")
        withExtendedLifetime(living) {}
    }

    /// The service was built from what it found.
    @Test func aBuildThatReadsThemDependsOnThem() throws {
        let read = Lock<Desk?>(nil)
        let (desk, living) = try desk {
            $0.register("reader") { _ in Reader(isFilled: read.withLock { $0 }?.spare != nil) }
        }
        read.withLock { $0 = desk }
        let first = try living.container.resolve("reader", as: Reader.self)
        #expect(!first.isFilled)
        try living.reload(Self.spare)
        let second = try living.container.resolve("reader", as: Reader.self)
        #expect(second !== first && second.isFilled)
        read.withLock { $0 = nil }
    }

    @Test func theOwnersOfTwoServicesDependOnThem() throws {
        let register: (inout Registrations) throws -> Void = { services in
            for id in ["one", "two"] { services.register(id) { _ in Desk() } }
        }
        let living = try Living("", types: [Engine.self], register: register)
        let desks = try ["one", "two"].map { try living.container.resolve($0, as: Desk.self) }
        for desk in desks { #expect(desk.spare == nil) }
        for desk in desks { #expect(desk.spare == nil) }
        try living.reload(Self.spare)
        for (id, former) in zip(["one", "two"], desks) {
            #expect(try living.container.resolve(id, as: Desk.self) !== former)
        }
    }

    @Test func theEndOfTheContainerLeavesThemEmpty() throws {
        let desk = try desk().0
        #expect(desk.spare == nil && desk.engine == nil && desk.limit == nil)
        desk.limit = 4
        #expect(desk.limit == 4)
        desk.limit = nil
        #expect(desk.limit == nil)
    }
}
