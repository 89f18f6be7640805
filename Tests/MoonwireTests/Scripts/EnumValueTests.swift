import Moonwire
import Testing

/// A value that is no case of an enum, wherever a script or an application gives it: the cases are listed, with the nearest one.
@Suite struct EnumValueTests {
    private static let cases = """
        expects one of "red", "green", "black", got the string "grren"
            did you mean "green"?
        """

    private let container: Container

    init() throws {
        container = try Container(
            text: """
                parameters { color = "grren" }
                preferences "Shop" { color = { default = "grren" } }
                service "shop" { type = "Shop", scope = "transient" }
                service "constructor" { scope = "transient", factory = function(args, c) return Shop { color = "grren" } end }
                service "method" { scope = "transient", factory = function(args, c) return c.get("shop"):paint("grren") end }
                service "property" {
                    scope = "transient",
                    factory = function(args, c)
                        local shop = c.get("shop")
                        shop.color = "grren"
                        return shop
                    end,
                }
                """, types: [Shop.self], environment: .test)
    }

    @Test(
        arguments: [
            (
                "constructor",
                "container.lua:4: Shop: argument \"color\" "
            ),
            ("method", "container.lua:5: Shop.paint: argument \"color\" "),
            ("property", "container.lua:10: property \"color\" of Shop "),
        ])
    func inFunctionsOfScripts(_ id: String, _ start: String) throws {
        let error = #expect(throws: ContainerError.self) { try container.resolve(id, as: Shop.self) }
        #expect(error?.description == start + Self.cases + "\n    in service \"\(id)\"")
        #expect(error?.diagnostics[0].suggestions == ["green"])
    }

    @Test(
        arguments: [
            (
                #"service "shop" { type = "Shop", scope = "transient", args = { color = "grren" } }"#,
                "argument \"color\" "
            ),
            (
                #"service "shop" { type = "Shop", scope = "transient", set = { color = "grren" } }"#,
                "property \"color\" "
            ),
            (
                #"service "shop" { type = "Shop", scope = "transient", call = { { "paint", "grren" } } }"#,
                "argument 1 of call \"paint\" "
            ),
            (
                #"service "shop" { scope = "transient", factory = "Shop.painted", args = { "grren" } }"#,
                "argument 1 "
            ),
        ])
    func inDefinitions(_ text: String, _ start: String) throws {
        let error = #expect(throws: ContainerError.self) {
            try Container(text: text, types: [Shop.self], environment: .test)
        }
        #expect(error?.description == "container.lua:1: service \"shop\": \(start)\(Self.cases)")
    }

    @Test func inParameters() throws {
        let error = #expect(throws: ContainerError.self) { try container.parameter("color", as: Color.self) }
        #expect(error?.description == "parameter \"color\" \(Self.cases)")
    }

    @Test func inPreferences() throws {
        let error = #expect(throws: ContainerError.self) {
            try container.preferences.get("Shop.color", as: Color.self)
        }
        #expect(
            error?.description
                == "container.lua:2: preference \"Shop.color\" cannot be read as Color: it \(Self.cases)")
    }
}

private final class Shop: Exposed {
    var color: Color

    init(color: Color) { self.color = color }

    func paint(color: Color) { self.color = color }

    static func painted(color: Color) -> Shop { Shop(color: color) }

    static let exposure = Exposure(Shop.self) {
        Initializer(ExposedArgument("color", default: .black), body: Shop.init)
        Property("color", \.color)
        Method("paint", Shop.paint, "color")
        StaticMethod("painted", "color", body: Shop.painted)
    }
}
