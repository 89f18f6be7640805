import MoonwireCore
import MoonwireValues
import Testing

/// Owners that are declared inside other types: each of their names may be written.
@Suite struct NestedOwnerTests {
    enum Outer {
        final class Inner {
            @Injected var engine: Engine?
        }

        enum Deep {
            final class Inner {
                @Injected var engine: Engine?
            }
        }
    }

    private static let prefix = "MoonwireCoreTests.NestedOwnerTests"

    @Test(arguments: ["Inner", "Outer.Inner", "NestedOwnerTests.Outer.Inner", "\(prefix).Outer.Inner"])
    func ruleCanNameANestedOwnerInEveryForm(name: String) throws {
        var wiring = Wiring(service("v8", "Engine", ["brand": "v8"]), service("v6", "Engine", ["brand": "v6"]))
        wiring.rules = [inject(.slot(owner: name, name: "engine"), ref("v6"))]
        wiring.services.registerOwner(Outer.Inner.self)
        let owner = Outer.Inner()
        let container = try wiring.container()
        try container.inject(into: owner)
        #expect(owner.engine?.brand == "v6")
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func longerNameDistinguishesNestedOwners() throws {
        var wiring = Wiring(service("v8", "Engine", ["brand": "v8"]), service("v6", "Engine", ["brand": "v6"]))
        wiring.rules = [inject(.slot(owner: "Deep.Inner", name: "engine"), ref("v6"))]
        let container = try wiring.container()
        let (outer, deep) = (Outer.Inner(), Outer.Deep.Inner())
        try container.inject(into: outer)
        try container.inject(into: deep)
        #expect(outer.engine == nil && deep.engine?.brand == "v6")
    }
}
