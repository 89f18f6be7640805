import MoonwireCore
import MoonwireValues
import Testing

private protocol Moving: AnyObject, Sendable { var speed: Int { get } }
private protocol Rolling: Moving {}
private protocol Cycling: Rolling {}
private protocol Painted: AnyObject, Sendable {}

private protocol Storing<Element>: AnyObject, Sendable {
    associatedtype Element
    var name: String { get }
}

private final class Bike: Cycling, Painted {
    let speed: Int

    init(_ speed: Int) { self.speed = speed }
}

private final class Box<Element>: Storing, Sendable {
    let name: String

    init(_ name: String) { self.name = name }
}

private final class Shop {
    @Injected var bikes: [any Cycling]?
    @Injected var named: [String: [any Cycling]]?
    @Injected var sold: (any Cycling)?
    @Injected var shown: (any Cycling & Painted)?
    @Injected var numbers: (any Storing<Int>)?
    @Injected var words: (any Storing<[String]>)?
    @Injected var anything: (any Storing)?
}

/// Rules for the types and protocols that slots are declared with: inherited ones, in collections, and with arguments.
@Suite struct DeclaredTypeTests {
    private func shop(
        _ rules: InjectionRule..., register: (inout Registrations) -> Void = { _ in }
    ) throws -> (Shop, Container) {
        try shop(rules, register: register)
    }

    private func shop(
        _ rules: [InjectionRule], register: (inout Registrations) -> Void = { _ in }
    ) throws -> (Shop, Container) {
        var wiring = Wiring()
        wiring.rules = rules
        wiring.services.registerOwner(Shop.self)
        wiring.services.registerRefinement((any Rolling).self) { $0 as any Moving }
        wiring.services.registerRefinement((any Cycling).self) { $0 as any Rolling }
        register(&wiring.services)
        let container = try wiring.container()
        let shop = Shop()
        try container.inject(into: shop)
        return (shop, container)
    }

    private func bike(_ speed: Int) -> WiredValue { .object(Bike(speed)) }

    @Test func theNearestInheritedProtocolComesFirst() throws {
        for rules in [[("Rolling", 2), ("Moving", 3)], [("Moving", 3), ("Rolling", 2)]] {
            let rules = rules.map { inject(.protocol($0.0, owner: nil), bike($0.1)) }
            let (shop, container) = try shop(rules[0], rules[1])
            withExtendedLifetime(container) { #expect(shop.sold?.speed == 2) }
        }
    }

    @Test func aNearerClassComesBeforeANearerProtocol() throws {
        let (shop, container) = try shop(
            inject(.protocol("Moving", owner: "Shop"), bike(3)), inject(.protocol("Rolling", owner: nil), bike(2)))
        withExtendedLifetime(container) { #expect(shop.sold?.speed == 3) }
    }

    /// Rules are found by their owners, unless few protocols have many.
    @Test(arguments: [0, 2, 20]) func rulesForOtherOwnersDoNotApply(others: Int) throws {
        for isFirst in [true, false] {
            let rules = (0..<others).map { inject(.protocol("Moving", owner: "Other\($0)"), bike(9)) }
            let own = inject(.protocol("Moving", owner: "Shop"), bike(3))
            let (shop, container) = try shop(isFirst ? [own] + rules : rules + [own])
            withExtendedLifetime(container) { #expect(shop.sold?.speed == 3) }
        }
    }

    @Test func theNearestCompositionComesFirst() throws {
        let (shop, container) = try shop(
            inject(.protocol("Rolling & Painted", owner: nil), bike(2)),
            inject(.protocol("Moving & Painted", owner: nil), bike(3)),
            inject(.protocol("Moving", owner: nil), bike(4)))
        withExtendedLifetime(container) { #expect(shop.shown?.speed == 2 && shop.sold?.speed == 4) }
    }

    @Test func aCompositionOfMoreProtocolsComesFirst() throws {
        let (shop, container) = try shop(
            inject(.protocol("Cycling & Painted & Moving", owner: nil), bike(1)),
            inject(.protocol("Painted & Moving", owner: nil), bike(2)))
        withExtendedLifetime(container) { #expect(shop.shown?.speed == 1) }
    }

    @Test(arguments: ["[any Moving]", "[Moving]", "Array<any Moving>", "[any Moving]?"])
    func aRuleForACollectionReachesThoseOfInheritingProtocols(name: String) throws {
        let (shop, container) = try shop(
            inject(.type(name, owner: nil), .list([bike(7)])), inject(.type("[any Rolling]", owner: nil), []),
            inject(.type("[String: [any Moving]]", owner: nil), .map(["a": .list([bike(8)])])))
        withExtendedLifetime(container) {
            #expect(shop.bikes?.isEmpty == true && shop.named?["a"]?.first?.speed == 8)
        }
        #expect(container.diagnostics.entries.map(\.code) == [.shadowedRule])
    }

    @Test func aRuleOfSwiftForACollectionReachesThoseOfInheritingProtocols() throws {
        let (shop, container) = try shop { $0.inject([any Moving].self, [Bike(5)]) }
        withExtendedLifetime(container) { #expect(shop.bikes?.first?.speed == 5 && shop.sold == nil) }
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func aRuleForTheProtocolItselfReachesNoCollection() throws {
        let (shop, container) = try shop(inject(.protocol("Cycling", owner: nil), bike(1)))
        withExtendedLifetime(container) { #expect(shop.sold?.speed == 1 && shop.bikes == nil) }
    }

    @Test(arguments: ["Storing<Int>", "any Storing<Int>", "MoonwireCoreTests.Storing<Swift.Int>"])
    func protocolsHaveArguments(name: String) throws {
        let (shop, container) = try shop(
            inject(.protocol(name, owner: nil), .object(Box<Int>("numbers"))),
            inject(.protocol("Storing<Array<String>>", owner: nil), .object(Box<[String]>("words"))),
            inject(.protocol("Storing", owner: nil), .object(Box<Bool>("anything"))))
        withExtendedLifetime(container) {
            #expect(shop.numbers?.name == "numbers" && shop.words?.name == "words")
            #expect(shop.anything?.name == "anything")
        }
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func rulesOfSwiftForProtocolsWithArguments() throws {
        let (shop, container) = try shop {
            $0.inject((any Storing<Int>).self, Box<Int>("numbers"))
            $0.inject((any Storing<[String]>)?.self, Box<[String]>("words"))
        }
        withExtendedLifetime(container) {
            #expect(shop.numbers?.name == "numbers" && shop.words?.name == "words" && shop.anything == nil)
        }
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func aRuleWithoutArgumentsReachesSlotsWithArguments() throws {
        let (shop, container) = try shop(
            inject(.protocol("Storing", owner: nil), .object(Box<[String]>("words"))),
            inject(.protocol("Storing<Int>", owner: nil), .object(Box<Int>("numbers"))))
        withExtendedLifetime(container) { #expect(shop.numbers?.name == "numbers" && shop.words?.name == "words") }
        #expect(container.diagnostics.entries.isEmpty)
    }
}
