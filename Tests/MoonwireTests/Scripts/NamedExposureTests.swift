import Moonwire
import Testing

/// One Swift type under several names, whose initializers are lists of arguments.
@Suite struct NamedExposureTests {
    private static let types: [Exposure] = [
        Exposure(Noted.self, named: "Shop.Cart") {
            Initializer(arguments: ["a1", "a2"]) { (values: [Int]) in Noted("Shop.Cart", values) }
            Initializer(arguments: [ExposedArgument("only", default: 7)]) { (values: [Int]) in
                Noted("Shop.Cart", values)
            }
            Method("add", arguments: ["x", "y"]) { (noted: Noted, values: [Int]) in
                noted.note("add \(values)")
            }
            StaticMethod("of", arguments: ["n"]) { (values: [Int]) in Noted("Shop.Cart.of", values) }
        },
        Exposure(Noted.self, named: "Shop.Order") {
            Initializer(arguments: ["cart", "note"]) { (values: [Any?]) in Noted("Shop.Order", values) }
            Method("pay", arguments: ["by"]) { (noted: Noted, values: [Any]) in noted.note("pay \(values)") }
            Method("cart", arguments: [ExposedArgument<Int>]()) { (noted: Noted, values: [Int]) -> Noted in
                Noted("made", values)
            }
            Provides { $0 as any Noting }
        },
        Exposure(Keeper.self) { Initializer("noted", body: Keeper.init) },
        Exposure(Reader.self) { Initializer("noting", body: Reader.init) },
    ]

    private func container(_ text: String, _ exposures: [Exposure] = types) throws -> Container {
        try Container(text: text, types: [], exposures: exposures, environment: .dev)
    }

    private func noted(_ text: String) throws -> [String] {
        try container(text).resolve("x", as: Noted.self).notes
    }

    @Test func eachNameHasItsOwnInitializers() throws {
        #expect(try noted(#"service "x" { type = "Shop.Cart", args = { 1, 2 } }"#) == ["Shop.Cart [1, 2]"])
        #expect(try noted(#"service "x" { type = "Shop.Cart", args = { a2 = 2, a1 = 1 } }"#) == ["Shop.Cart [1, 2]"])
        #expect(try noted(#"service "x" { type = "Shop.Cart" }"#) == ["Shop.Cart [7]"])
        #expect(
            try noted(#"service "x" { type = "Shop.Order", args = { note = "n" } }"#)
                == ["Shop.Order [nil, Optional(\"n\")]"])
        #expect(
            message { _ = try container(#"service "x" { type = "Shop.Cart", args = { 1, "two" } }"#) } == """
                container.lua:1: service "x": argument 2 expects an integer, got the string "two"
                """)
        #expect(
            message { _ = try container(#"service "x" { type = "Shop.Cart", args = { note = "n" } }"#) } == """
                container.lua:1: service "x": Shop.Cart has no initializer that takes (note)
                    it has (a1, a2) and (only?)
                """)
        #expect(
            message { _ = try container(#"service "x" { type = "Shop.Carts" }"#) } == """
                container.lua:1: service "x": type "Shop.Carts" is not exposed
                    did you mean "Shop.Cart"?
                """)
    }

    @Test func membersOfANameAreCheckedAndCalled() throws {
        #expect(
            try noted(#"service "x" { type = "Shop.Cart", call = { { "add", 1, y = 2 } } }"#)
                == ["Shop.Cart [7]", "add [1, 2]"])
        #expect(
            try noted(#"service "x" { type = "Shop.Order", call = { { "pay", { "card", 2 } } } }"#)
                == ["Shop.Order [nil, nil]", "pay [[\"card\", 2]]"])
        #expect(try noted(#"service "x" { factory = "Shop.Cart.of", args = { 3 } }"#) == ["Shop.Cart.of [3]"])
        #expect(
            try noted(
                """
                service "order" { type = "Shop.Order" }
                service "x" { factory = { ref "order", "cart" } }
                """) == ["made []"])
        #expect(
            message { _ = try container(#"service "x" { type = "Shop.Cart", call = { { "pay", "card" } } }"#) } == """
                container.lua:1: service "x": Shop.Cart has no method "pay"
                """)
        #expect(
            message { _ = try container(#"service "x" { type = "Shop.Cart", call = { { "add", 1 } } }"#) } == """
                container.lua:1: service "x": Shop.Cart.add needs argument "y" (Int)
                    it takes (x, y)
                """)
    }

    @Test func inlineServicesHaveTheMembersOfTheirName() throws {
        let container = try container(
            """
            service "k" { type = "Keeper", args = { inline { type = "Shop.Cart", call = { { "add", 1, 2 } } } } }
            """)
        #expect(try container.resolve("k", as: Keeper.self).noted.notes == ["Shop.Cart [7]", "add [1, 2]"])
    }

    @Test func servicesOfANameAreServicesOfTheType() throws {
        let container = try container(
            """
            service "cart"  { type = "Shop.Cart" }
            service "order" { type = "Shop.Order" }
            service "k"     { type = "Keeper", args = { ref "cart" } }
            service "r"     { type = "Reader", args = { typed "Shop.Order" } }
            """)
        #expect(try container.resolve("k", as: Keeper.self).noted.notes == ["Shop.Cart [7]"])
        #expect(
            try container.resolve("r", as: Reader.self).noting as? Noted
                === container.resolve("order", as: Noted.self))
        #expect(
            message {
                _ = try self.container(
                    """
                    service "cart" { type = "Shop.Cart" }
                    service "r"    { type = "Reader", args = { ref "cart" } }
                    """)
            } == """
                container.lua:2: service "r": argument 1 expects Noting, got the service "cart", which is Shop.Cart
                    if Shop.Cart conforms to Noting, add `Provides { $0 as any Noting }` to its exposure
                """)
        #expect(
            message {
                _ = try self.container(
                    """
                    service "cart"  { type = "Shop.Cart" }
                    service "order" { type = "Shop.Order" }
                    service "k"     { type = "Keeper", args = auto }
                    """)
            } == """
                container.lua:3: service "k": `auto` cannot wire argument "noted": 2 services provide Noted: "cart", "order"
                    name one of them: `args = { noted = ref "cart", auto }`
                """)
    }

    @Test func functionsConstructByNameAndSeeTheMembersOfAllNames() throws {
        let container = try container(
            """
            service "x" (function(c)
                local cart = types["Shop.Cart"] { a1 = 1, a2 = 2 }
                cart:add(3, 4)
                cart:pay("card")
                return cart
            end)
            service "wrong" (function(c) return types["Shop.Order"] { a1 = 1 } end)
            service "missing" (function(c) return types["Shop.Cart"] {}:stop() end)
            """)
        #expect(
            try container.resolve("x", as: Noted.self).notes == ["Shop.Cart [1, 2]", "add [3, 4]", "pay [\"card\"]"])
        #expect(
            message { _ = try container.resolve("wrong", as: Noted.self) } == """
                container.lua:7: Shop.Order has no initializer that takes (a1)
                    in service "wrong"
                    it has (cart?, note?)
                """)
        #expect(
            message { _ = try container.resolve("missing", as: Noted.self) } == """
                container.lua:8: Noted has no property or method "stop"
                    in service "missing"
                """)
    }

    @Test func aTypeMayHaveItsOwnNameAsWell() throws {
        let plain = Exposure(Noted.self) { Initializer { Noted("plain", [Int]()) } }
        let container = try container(
            """
            service "a" { type = "Noted" }
            service "b" { type = "Shop.Cart" }
            """, Self.types + [plain, plain])
        #expect(try container.resolve("a", as: Noted.self).notes == ["plain []"])
        #expect(try container.resolve("b", as: Noted.self).notes == ["Shop.Cart [7]"])
    }

    @Test func aValueIsReplacedByACallThatReturnsItsType() throws {
        let exposure = Exposure(Spot.self, named: "Map.Point") {
            Initializer(arguments: ["x", "y"]) { (values: [Double]) in Spot(x: values[0], y: values[1]) }
            Method("moved", arguments: ["x", "y"]) { (point: Spot, by: [Double]) in
                Spot(x: point.x + by[0], y: point.y + by[1])
            }
        }
        let container = try container(
            #"service "p" { type = "Map.Point", args = { 1, 2 }, call = { { "moved", 10, 20 } } }"#, [exposure])
        let point = try container.resolve("p", as: Spot.self)
        #expect(point.x == 11 && point.y == 22)
    }

    @Test func syntheticServicesOfANameTakeObjectsOfTheType() throws {
        let container = try container(
            """
            service "cart" { synthetic = true, type = "Shop.Cart" }
            service "k"    { type = "Keeper", args = { ref "cart" } }
            """)
        try container.supply(Noted("supplied", [Int]()), for: "cart")
        #expect(try container.resolve("k", as: Keeper.self).noted.notes == ["supplied []"])
    }

    @Test func renamedServiceIsBuiltAnewByAReload() throws {
        let folder = Scratch()
        try folder.write(#"service "x" { type = "Shop.Cart" }"#, "container.lua")
        let container = try Container(
            scripts: [folder.path("container.lua")], types: [], exposures: Self.types, environment: .dev)
        #expect(try container.resolve("x", as: Noted.self).notes == ["Shop.Cart [7]"])
        try folder.write(#"service "x" { type = "Shop.Order" }"#, "container.lua")
        try container.reload()
        #expect(try container.resolve("x", as: Noted.self).notes == ["Shop.Order [nil, nil]"])
    }

    @Test func namesMustBeValidAndUnique() throws {
        for name in ["", "Shop Cart", "Shop..Cart", ".Cart", "Cart.", "any Cart", "LazyService<Cart>", "A & B", "1A"] {
            #expect(
                message { _ = try container("", [Exposure(Noted.self, named: name) {}]) } == """
                    "\(name)" is not a valid name of an exposed type
                        write identifiers with dots between them: `named: "Billing.Endpoint"`
                    """)
        }
        #expect(
            message {
                _ = try container(
                    "",
                    [
                        Exposure(Noted.self, named: "Cart") {}, Exposure(Noted.self, named: "Cart") {},
                        Exposure(Keeper.self, named: "MoonwireTests.Reader") {}, Exposure(Reader.self) {},
                    ])
            } == """
                two exposures of Noted have the name "Cart"
                    give each of them its own name
                the exposures of Keeper and Reader have the name "MoonwireTests.Reader"
                    give each of them its own name
                """)
    }

    @Test func labelsOfAMemberMustBeUnique() {
        let exposure = Exposure(Noted.self, named: "Cart") {
            Initializer(arguments: ["a", "b", "a", "a"]) { (values: [Int]) in Noted("Cart", values) }
            Method("add", "x", "x") { (noted: Noted, _: Int, _: Int) in noted.note("") }
        }
        #expect(
            message { _ = try container("", [exposure]) } == """
                Cart exposes an initializer with two arguments "a"
                    give each of them its own label
                Cart exposes "add" with two arguments "x"
                    give each of them its own label
                """)
    }

    @Test func aManifestContainsTheNames() throws {
        let types = try TypeRegistry([], exposures: Self.types)
        let read = try TypeRegistry(manifest: try types.manifest())
        #expect(read.names == ["Shop.Cart", "Shop.Order", "Keeper", "Reader"])
        #expect(try read.manifest() == types.manifest())
    }
}

private protocol Noting {}

private final class Noted: Noting, Exposed, @unchecked Sendable {  // A test uses it in one thread.
    private(set) var notes: [String]

    init(_ name: String, _ values: [some Any]) { notes = ["\(name) \(values)"] }

    func note(_ text: String) { notes.append(text) }

    static let exposure = Exposure(Noted.self) {}
}

private final class Keeper: Sendable {
    let noted: Noted

    init(noted: Noted) { self.noted = noted }
}

private final class Reader: @unchecked Sendable {  // Immutable.
    let noting: any Noting

    init(noting: any Noting) { self.noting = noting }
}

private struct Spot: Sendable {
    let x: Double, y: Double
}
