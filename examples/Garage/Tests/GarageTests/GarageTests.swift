import GarageParts
import Moonwire
import MoonwireTesting
import Testing

@Suite(.wiring(try Garage.container(scripts: [Garage.script]))) struct GarageTests {
    @Test func theWiringIsReviewed() throws {
        expectWiring(try Test.container, matches: "wiring.txt")
    }

    @Test func twoJaguarsHaveTwoEnginesOfOneFactory() throws {
        let container = try Test.container
        let first = try container.resolve(.jaguar)
        let second = try container.resolve(.jaguar)
        #expect(first !== second)
        #expect(first.engine !== second.engine)
        #expect(first.brand == "Jaguar")
        #expect(first.wheels == 4)
        #expect(first.engine.brand == "INGENIUM")
        #expect(first.engine.sparkPlugs == 4)
        let factory = try container.resolve("engine_factory", as: EngineFactory.self)
        let same = try container.resolve(EngineFactory.self)
        #expect(factory === same)
    }

    @Test func textsAreFilledInWhenTheDealerIsBuilt() throws {
        let container = try Test.container
        try container.setParameter("showroom", to: "open")
        let dealer = try container.resolve(Dealer.self)
        #expect(dealer.showroom == "open")
        #expect(dealer.plate == "INGENIUM of Coventry, 100% British")
        #expect(dealer.handle == "@garage")
        #expect(dealer.valet == nil)
    }

    @Test func parameterThatNamesAClassIsFixed() throws {
        let container = try Test.container
        #expect(throws: ContainerError.self) {
            try container.setParameter("car_factory.class", to: "EngineFactory")
        }
        let factory = try container.resolve("car_factory", as: CarFactory.self)
        let same = try container.resolve(CarFactory.self)
        #expect(factory === same)
    }
}
