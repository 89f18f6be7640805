import MoonwireCore
import MoonwireValues
import Testing

@Suite struct ServiceInspectionTests {
    @Test func everyConstructionIsDescribed() throws {
        var wiring = Wiring(
            service("a", "Engine"), service("b", .method(of: ref("shop"), name: "car")),
            service("c", .staticMethod("Engine.standard")), service("d", function { _, _ in nil }),
            service("e", .synthetic(type: nil)), alias("f", of: "a"))
        wiring.services.register("g") { _ in Engine(brand: "G", cylinders: 1) }
        let services = try wiring.inspection().services
        #expect(
            services.sorted { $0.id < $1.id }.map(\.construction.words) == [
                "initializer of Engine", "method \"car\" of \"shop\"", "static method Engine.standard",
                "a function of the script", "the application, which supplies it", "alias of \"a\"",
                "a closure of the application",
            ])
        #expect(
            services.sorted { $0.id < $1.id }.map(\.type) == ["Engine", nil, "Engine", nil, nil, "Engine", "Engine"])
    }
}
