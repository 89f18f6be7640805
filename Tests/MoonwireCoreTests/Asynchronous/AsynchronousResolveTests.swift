import ModelFixtures
import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AsynchronousResolveTests {
    private let database = service("database", "Connection", ["name": "db"], line: 1)

    @Test func resolvesByIdKeyAndType() async throws {
        let container = try container(database)
        let first = try await container.resolve("database", as: Connection.self)
        #expect(first.name == "db")
        #expect(try await container.resolve(ServiceKey<Connection>("database")) === first)
        #expect(try await container.resolve(Connection.self) === first)
        let synchronous = { try container.resolve("database", as: Connection.self) }
        #expect(try synchronous() === first)
    }

    @Test func firstResolveMayBeByKeyOrByType() async throws {
        #expect(try await container(database).resolve(ServiceKey<Connection>("database")).name == "db")
        #expect(try await container(database).resolve(Connection.self).name == "db")
        let inferred: Connection = try await container(database).resolve()
        #expect(inferred.name == "db")
    }

    @Test func factoryInSwiftMayBeAsynchronous() async throws {
        let container = try container(service("jaguar", "Car", ["engine": ref("engine")])) {
            $0.register("engine") { _ in
                await Task.yield()
                return Engine(brand: "V8", cylinders: 8)
            }
        }
        let car = try await container.resolve("jaguar", as: Car.self)
        #expect(car.engine.brand == "V8")
        #expect(try await container.resolve(Engine.self) === car.engine)
    }

    @Test func servicesThatNeedAnAsynchronousOneAreBuiltWithIt() async throws {
        let container = try container(
            database, service("client", "Client", ["connection": ref("other")]), alias("other", of: "database"))
        let client = try await container.resolve("client", as: Client.self)
        #expect(client.connection.name == "db")
        #expect(try await container.resolve("other", as: Connection.self) === client.connection)
    }

    @Test func synchronousResolveExplainsWhyItCannotBuild() throws {
        let container = try container(
            database, service("client", "Client", ["connection": ref("database")], line: 2),
            service("opened", .staticMethod(TextTemplate([.text("Connection.open")])), ["name": "o"], line: 3),
            service(
                "called", "Probe", [:], line: 4)
        ) {
            $0.register("engine", file: "App.swift", line: 5) { _ async in Engine(brand: "V8", cylinders: 8) }
        }
        #expect(
            message { try container.resolve("database", as: Connection.self) } == """
                test.lua:1: service "database" must be built asynchronously, because its initializer is asynchronous
                    use `try await container.resolve("database", …)`
                """)
        #expect(
            message { try container.resolve("client", as: Client.self) } == """
                test.lua:2: service "client" must be built asynchronously, because it depends on "database": client -> database
                    use `try await container.resolve("client", …)`
                """)
        #expect(
            message { try container.resolve("opened", as: Connection.self) } == """
                test.lua:3: service "opened" must be built asynchronously, because its factory is asynchronous
                    use `try await container.resolve("opened", …)`
                """)
        #expect(
            message { try container.resolve("engine", as: Engine.self) } == """
                App.swift:5: service "engine" must be built asynchronously, because its factory is asynchronous
                    use `try await container.resolve("engine", …)`
                """)
        #expect(message { try container.resolve("called", as: Probe.self) } == nil)
    }

    @Test func synchronousErrorContainsThePathThatNeedsTheService() throws {
        let container = try container(
            database, service("client", "Client", ["connection": ref("database")], scope: .transient, line: 2),
            service(
                "caller", .type(TextTemplate([.text("Connection")])), ["name": "c"], scope: .transient,
                calls: [call("add", ["entry": "x"])], line: 3),
            service(
                "holder", "Client", ["connection": .inline(service("", "Connection", ["name": "i"]))], line: 4))
        #expect(
            message { try container.resolve("client", as: Client.self) } == """
                test.lua:1: service "database" must be built asynchronously, because its initializer is asynchronous
                    needed by client -> database
                    use `try await container.resolve("database", …)`
                """)
        #expect(
            message { try container.resolve("holder", as: Client.self) } == """
                test.lua:4: service "holder" must be built asynchronously, because it contains an inline service with an asynchronous construction
                    use `try await container.resolve("holder", …)`
                """)
    }

    @Test func transientServiceIsBuiltSynchronouslyOnceItsNeedsExist() async throws {
        let container = try container(
            database, service("client", "Client", ["connection": ref("database")], scope: .transient))
        let first = try await container.resolve("client", as: Client.self)
        let synchronous = { try container.resolve("client", as: Client.self) }
        #expect(try synchronous().connection === first.connection)
        #expect(try synchronous() !== first)
    }

    @Test func eachReferenceToATransientServiceHasItsOwnInstance() async throws {
        let container = try container(
            service("link", "Connection", ["name": "l"], scope: .transient),
            service("client", "Client", ["connection": ref("link"), "spare": ref("link")]))
        let client = try await container.resolve("client", as: Client.self)
        #expect(client.connection.name == "l")
        #expect(client.spare?.name == "l")
        #expect(client.connection !== client.spare)
    }

    @Test func oneGraphHasOneInstance() async throws {
        let container = try container(
            service("link", "Connection", ["name": "l"], scope: .graph),
            service("client", "Client", ["connection": ref("link"), "spare": ref("middle")], scope: .transient),
            service("middle", "Connection", ["name": "m", "others": .list([ref("link")])], scope: .transient))
        let client = try await container.resolve("client", as: Client.self)
        #expect(client.spare?.others.first === client.connection)
        #expect(try await container.resolve("client", as: Client.self).connection !== client.connection)
    }

    @Test func valuesMayContainServicesAnywhere() async throws {
        var wiring = Wiring(
            database,
            service(
                "all", "Connection",
                [
                    "name": param("name"),
                    "others": .list([
                        ref("database"),
                        .inline(service("", "Connection", ["name": "i", "others": .list([ref("database")])])),
                        param("link"),
                    ]),
                ]))
        wiring.parameters = [("name", "all", nil), ("link", ref("database"), nil)]
        let all = try await wiring.container(types: Garage.asynchronous).resolve("all", as: Connection.self)
        #expect(all.name == "all")
        #expect(all.others.map(\.name) == ["db", "i", "db"])
        #expect(all.others[1].others.first === all.others[0])
        #expect(all.others[2] === all.others[0])
    }

    @Test func weakServiceIsHeldAsLongAsItIsUsed() async throws {
        let built = Counter()
        let container = try container {
            $0.register("probe", scope: .weak) { _ async in Probe(alive: built) }
        }
        var first: Probe? = try await container.resolve("probe")
        #expect(try await container.resolve(Probe.self) === first)
        first = nil
        // The task that built it may still be ending.
        try await until { built.value == 0 }
        #expect(try await container.resolve(Probe.self).log.elements == [])
    }

    @Test func serviceThatIsNotSendableIsReturned() async throws {
        let container = try container {
            $0.register("vehicle", as: Vehicle.self) { _ async in
                let vehicle = Vehicle()
                vehicle.name = "van"
                return vehicle
            }
        }
        #expect(try await container.resolve("vehicle", as: Vehicle.self).name == "van")
        #expect(try await container.resolve(Vehicle.self).name == "van")
    }

    @Test func failingInitializerHasThePathAndTheUnderlyingError() async throws {
        let container = try container(
            service("database", "Connection", ["name": "broken"], line: 1),
            service("client", "Client", ["connection": ref("database")], line: 2),
            service(
                "outer", "Client", ["connection": ref("database"), "spare": .value(.null)], scope: .transient, line: 3))
        #expect(
            await message { try await container.resolve("client", as: Client.self) } == """
                test.lua:1: service "database" could not be built: out of order
                    needed by client -> database
                """)
        #expect(
            await message { try await container.resolve("outer", as: Client.self) } == """
                test.lua:1: service "database" could not be built: out of order
                    needed by outer -> database
                """)
        let error = await #expect(throws: ContainerError.self) {
            try await container.resolve("database", as: Connection.self)
        }
        #expect(error?.underlying is Breakdown)
        #expect("\(try #require(error))" == "test.lua:1: service \"database\" could not be built: out of order")
    }

    @Test func containerThatHasOnlySynchronousServicesResolvesThem() async throws {
        let container = try container(
            service("v8", "Engine", ["brand": "V8"]),
            service("jaguar", "Car", ["engine": ref("v8")], scope: .transient))
        #expect(try await container.resolve("jaguar", as: Car.self).engine === container.resolve(Engine.self))
        #expect(
            await message { try await container.resolve("jagur", as: Car.self) } == """
                service "jagur" is not defined
                    did you mean "jaguar"?
                """)
    }
}
