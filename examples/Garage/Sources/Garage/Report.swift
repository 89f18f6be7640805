import GarageParts
import Moonwire

/// Prints what the container built, and by which definition.
struct Report {
    private let container: Container

    init(_ container: Container) {
        self.container = container
    }

    func print() throws {
        let first = try container.resolve(.jaguar)
        let second = try container.resolve("jaguar", as: Car.self)
        show("jaguar", "\(first.brand) with \(first.wheels) wheels and an \(first.engine.brand) engine")
        show("jaguar", "another one: \(first !== second), with another engine: \(first.engine !== second.engine)")
        let factory = try container.resolve(EngineFactory.self)
        let same = try container.resolve("engine_factory", as: EngineFactory.self) === factory
        show("engine_factory", "made both engines; the same factory each time: \(same)")
        show("ingenium", "\(first.engine.cylinders) cylinders, \(first.engine.sparkPlugs) spark plugs")
        let dealer = try container.resolve(Dealer.self)
        show(
            "dealer",
            "\(dealer.showroom); \(dealer.plate); \(dealer.handle); valet: \(dealer.valet == nil ? "none" : "yes")")
    }

    private func show(_ id: String, _ sentence: String) {
        let place = container.location(of: id).map { "\($0)" } ?? "Swift"
        Swift.print("\(id) (\(place)): \(sentence)")
    }
}
