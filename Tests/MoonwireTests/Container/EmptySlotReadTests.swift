import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Reads of optional slots that were found empty before: they must see what fills the slots since.
@Suite struct EmptySlotReadTests {
    private class Desk: @unchecked Sendable {  // Each test uses its own, and other threads only read.
        @Injected("spare") var spare: Engine?
        @Injected var engine: Engine?
        @Injected var limit: Int?

        init() {}
    }

    private final class Bureau<Lamp>: Desk, @unchecked Sendable {  // Like its base class.
        @Injected("lamp") var lamp: Lamp?
    }

    private final class Reader: Sendable {
        let isFilled: Bool

        init(isFilled: Bool) { self.isFilled = isFilled }
    }

    private static let spare = "service \"spare\" { type = \"Engine\", args = { \"v8\", 8 } }"

    private func areEmpty(_ desk: Desk) -> Bool { desk.spare == nil && desk.engine == nil && desk.limit == nil }

    /// A desk of a container without services, whose slots have been read.
    private func desk(
        _ text: String = "", register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> (Desk, Living) {
        let living = try Living(text, types: [Engine.self], register: register)
        let desk = Desk()
        try living.container.inject(into: desk)
        for _ in 0..<3 { #expect(desk.spare == nil && desk.limit == nil) }
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
            for _ in 0..<3 { #expect(areEmpty(desk)) }
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
            for _ in 0..<3 { #expect(desk.spare?.brand == "v6" && desk.engine?.brand == "v6" && desk.limit == 3) }
            TestThread { #expect(self.areEmpty(desk) && self.areEmpty(desk)) }.join()
        }
        #expect(areEmpty(desk))
    }

    @Test func anOverrideThatLeavesThemEmptyDoesNotHideOthers() throws {
        let (desk, living) = try desk()
        try living.container.withOverrides {
            $0.register("other") { _ in "" }
        } operation: {
            for _ in 0..<3 { #expect(areEmpty(desk)) }
            try living.container.withOverrides {
                $0.register("spare") { _ in Engine(brand: "v6", cylinders: 6) }
            } operation: {
                #expect(desk.spare?.brand == "v6")
            }
            #expect(desk.spare == nil)
        }
        try living.reload(Self.spare)
        #expect(desk.spare?.brand == "v8")
    }

    /// A scope keeps the wiring in which it was opened.
    @Test func aScopeAndTheContainerAroundItHaveWiringsOfTheirOwn() throws {
        let script = "scopes { \"request\" }\n"
        let (desk, living) = try desk(script)
        try living.container.withScope("request") {
            for _ in 0..<3 { #expect(areEmpty(desk)) }
            try living.reload(script + Self.spare)
            for _ in 0..<3 { #expect(areEmpty(desk)) }
            TestThread { #expect(desk.spare?.brand == "v8") }.join()
        }
        #expect(desk.spare?.brand == "v8")
    }

    @Test func slotsThatARuleSkipsAreFilledWithoutIt() throws {
        let (desk, living) = try desk("inject { slot = \"Desk.spare\", value = skip }\n" + Self.spare)
        #expect(try living.container.resolve("spare", as: Engine.self).brand == "v8")
        try living.reload(Self.spare)
        #expect(desk.spare?.brand == "v8")
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

    /// A scope has a record of its own of what its reads ask for.
    @Test func aReadInAScopeFirstIsADependencyAllTheSame() throws {
        let script = "scopes { \"request\" }\n"
        let living = try Living(script, types: [Engine.self]) { $0.register("desk") { _ in Desk() } }
        let desk = try living.container.resolve("desk", as: Desk.self)
        try living.container.withScope("request") { for _ in 0..<3 { #expect(desk.spare == nil) } }
        #expect(desk.spare == nil)
        try living.reload(script + Self.spare)
        #expect(try living.container.resolve("desk", as: Desk.self) !== desk)
    }

    @Test func assignedValuesAreReadWhileTheyLast() throws {
        let (desk, living) = try desk()
        desk.limit = 4
        #expect(desk.limit == 4)
        desk.limit = nil
        #expect(desk.limit == nil)
        withExtendedLifetime(living) {}
    }

    @Test func baseClassesAndGenericClassesHaveThem() throws {
        let living = try Living("", types: [Engine.self])
        let (bureau, other) = (Bureau<String>(), Bureau<[Int]>())
        try living.container.inject(into: bureau)
        try living.container.inject(into: other)
        for _ in 0..<3 {
            #expect(areEmpty(bureau) && bureau.lamp == nil && areEmpty(other) && other.lamp == nil)
        }
        try living.reload(Self.spare + "\ninject { slot = \"Bureau<String>.lamp\", value = \"green\" }")
        #expect(bureau.lamp == "green" && bureau.spare?.brand == "v8")
        bureau.lamp = "red"
        #expect(bureau.lamp == "red")
        bureau.lamp = nil
        #expect(bureau.lamp == "green")
    }

    /// More than are remembered for a class.
    @Test func aClassMayHaveMany() throws {
        let (desks, living) = (Desks(), try Living("", types: [Engine.self]))
        try living.container.inject(into: desks)
        for _ in 0..<3 { #expect(desks.all.allSatisfy { $0 == nil }) }
        try living.reload(Self.spare)
        #expect(desks.all.allSatisfy { $0?.brand == "v8" })
    }

    private final class Desks {
        @Injected var a: Engine?
        @Injected var b: Engine?
        @Injected var c: Engine?
        @Injected var d: Engine?
        @Injected var e: Engine?
        @Injected var f: Engine?
        @Injected var g: Engine?
        @Injected var h: Engine?
        @Injected var i: Engine?
        @Injected var j: Engine?
        @Injected var k: Engine?
        @Injected var l: Engine?
        @Injected var m: Engine?
        @Injected var n: Engine?
        @Injected var o: Engine?
        @Injected var p: Engine?
        @Injected var q: Engine?
        @Injected var r: Engine?
        @Injected var s: Engine?
        @Injected var t: Engine?
        @Injected var u: Engine?
        @Injected var v: Engine?
        @Injected var w: Engine?
        @Injected var x: Engine?
        @Injected var y: Engine?
        @Injected var z: Engine?

        var all: [Engine?] {
            [a, b, c, d, e, f, g, h, i, j, k, l, m] + [n, o, p, q, r, s, t, u, v, w, x, y, z]
        }
    }
}
