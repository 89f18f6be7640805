import MoonwireCore
import MoonwireValues
import Testing

@Suite struct ContainerTests {
    private func container(_ definitions: [Definition]) throws -> Container {
        var layer = Layer(name: "test")
        layer.definitions = definitions
        return try Container(layers: [layer], types: TypeRegistry([Engine.self, Car.self, Vehicle.self, Point.self]))
    }

    private func engine(_ id: String, scope: Scope = .shared) -> Definition {
        var definition = Definition(id: id, origin: Origin(nil), construction: .type(TextTemplate([.text("Engine")])))
        definition.arguments.labeled = [("brand", .value("INGENIUM"))]
        definition.scope = scope
        return definition
    }

    private func car(_ id: String, engine: String) -> Definition {
        var definition = Definition(id: id, origin: Origin(nil), construction: .type(TextTemplate([.text("Car")])))
        definition.arguments.labeled = [("engine", .reference(ServiceReference(engine)))]
        return definition
    }

    @Test func sharedServiceIsMadeOnce() throws {
        let container = try container([engine("ingenium"), car("jaguar", engine: "ingenium")])
        let car = try container.resolve("jaguar", as: Car.self)
        let again = try container.resolve(Car.self)
        #expect(car === again)
        #expect(car.wheels == 4)
        #expect(car.engine.brand == "INGENIUM")
        #expect(car.engine.cylinders == 4)
        let engine = try container.resolve(ServiceKey<Engine>("ingenium"))
        #expect(engine === car.engine)
        let driving = try container.resolve((any Driving).self)
        #expect(driving as? Car === car)
    }

    @Test func transientServiceIsNewEachTime() throws {
        let container = try container([engine("ingenium", scope: .transient)])
        let one = try container.resolve("ingenium", as: Engine.self)
        let other = try container.resolve("ingenium", as: Engine.self)
        #expect(one !== other)
    }

    @Test func unknownReferenceIsReportedWithTheNearestName() throws {
        #expect {
            try container([engine("ingenium"), car("jaguar", engine: "ingenum")])
        } throws: { error in
            (error as? ContainerError)?.description == """
                service "jaguar": argument "engine" refers to "ingenum", which is not defined
                    did you mean "ingenium"?
                """
        }
    }
}
