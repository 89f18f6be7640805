import MoonwireCore
import MoonwireValues
import Testing

private protocol Moving: AnyObject, Sendable { var speed: Int { get } }
private protocol Flying: Moving {}
private protocol Soaring: Flying {}

private final class Glider: Soaring, CustomStringConvertible {
    let speed: Int
    let description = "glider"

    init(_ speed: Int) { self.speed = speed }
}

private final class Walker: Moving { let speed = 1 }

private final class Hangar {
    @Injected var craft: any Soaring
    @Injected var spare: (any Flying)?
    @Injected var named: (any CustomStringConvertible & Moving)?
    @Injected var counts: [String: Int]?
    @Injected var seats: Int?
}

/// Rules for inherited protocols and compositions, and names of types as Swift code writes them.
@Suite struct RefinementTests {
    private func hangar(
        _ rules: InjectionRule..., register: (inout Registrations) -> Void = { _ in }
    ) throws -> (Hangar, Container) {
        var wiring = Wiring()
        wiring.rules = rules
        wiring.services.registerOwner(Hangar.self)
        wiring.services.registerRefinement((any Flying).self) { $0 as any Moving }
        wiring.services.registerRefinement((any Soaring).self) { $0 as any Flying }
        register(&wiring.services)
        let container = try wiring.container()
        let hangar = Hangar()
        try container.inject(into: hangar)
        return (hangar, container)
    }

    @Test("DI-17: a rule for a protocol reaches slots of protocols that inherit it") func ruleFollowsInheritance()
        throws
    {
        let (hangar, container) = try hangar { $0.inject((any Moving).self, Glider(3)) }
        withExtendedLifetime(container) {
            #expect(hangar.craft.speed == 3 && hangar.spare?.speed == 3 && hangar.named?.speed == 3)
        }
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func theProtocolOfTheSlotComesFirst() throws {
        let (hangar, container) = try hangar {
            $0.inject((any Flying).self, Glider(2))
            $0.inject((any Moving).self, Glider(3))
        }
        withExtendedLifetime(container) {
            #expect(hangar.spare?.speed == 2)
            #expect(hangar.named?.speed == 3)
        }
    }

    @Test func inheritanceIsKnownInOverrides() throws {
        let (_, container) = try hangar { $0.inject((any Soaring).self, Glider(2)) }
        let speed = try container.withOverrides {
            $0.inject((any Moving).self, Glider(5))
        } operation: {
            let hangar = Hangar()
            try container.inject(into: hangar)
            return hangar.spare?.speed
        }
        #expect(speed == 5)
    }

    @Test func aValueOfTheInheritedProtocolAloneIsAnError() throws {
        let error = message {
            try hangar { $0.inject((any Moving).self, file: "App/Main.swift", line: 7) { (_: Hangar, _) in Walker() } }
        }
        #expect(
            error?.hasPrefix(
                "App/Main.swift:7: inject protocol MoonwireCoreTests.Moving: \"value\" for slot Hangar.craft")
                == true, "\(error ?? "nothing")")
    }

    @Test func onlyProtocolsInherit() throws {
        var wiring = Wiring()
        wiring.services.registerRefinement(Glider.self, file: "App/Main.swift", line: 3) { $0 as any Moving }
        #expect(
            message { try wiring.container() } == """
                App/Main.swift:3: `registerRefinement` expects protocols, got Glider
                    write `(any P).self` and `{ $0 as any Q }`
                """)
    }

    @Test(
        "BM-51: compositions in any order, and optional types",
        arguments: [
            "CustomStringConvertible & Moving", "Moving & CustomStringConvertible",
            "any Moving&CustomStringConvertible",
        ])
    func compositions(name: String) throws {
        let (hangar, container) = try hangar(
            inject(.protocol("Moving", owner: nil), .object(Glider(1))),
            inject(.protocol(name, owner: nil), .object(Glider(4))),
            inject(.protocol("CustomStringConvertible", owner: nil), .object(Glider(5))))
        withExtendedLifetime(container) { #expect(hangar.named?.speed == 4 && hangar.spare?.speed == 1) }
    }

    @Test(
        "DI-19: names of types as Swift code writes them",
        arguments: ["[String:Int]", "[String: Int]", "[String : Int]?"])
    func namesOfTypes(name: String) throws {
        let (hangar, container) = try hangar(
            inject(.protocol("Moving", owner: nil), .object(Glider(1))),
            inject(.type(name, owner: nil), .map(["a": 1])), inject(.type("Int?", owner: nil), 4))
        withExtendedLifetime(container) { #expect(hangar.counts == ["a": 1] && hangar.seats == 4) }
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func aProtocolWrittenAsATypeIsSuggested() throws {
        let (_, container) = try hangar(
            inject(.protocol("Moving", owner: nil), .object(Glider(1))),
            inject(.type("any Flying", owner: nil), .object(Glider(1)), line: 3))
        #expect(
            container.diagnostics.entries.map(\.description) == [
                """
                test.lua:3: warning: inject type any Flying: no slot of a known owner is declared as any Flying
                    write `protocol = "Flying"`
                """
            ])
    }
}
