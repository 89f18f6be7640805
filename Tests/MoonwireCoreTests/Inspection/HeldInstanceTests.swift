import Foundation
import MoonwireCore
import MoonwireValues
import Testing

@Suite struct HeldInstanceTests {
    private let wiring = Wiring(
        service("v8", "Engine", ["brand": "V8"]), service("jaguar", "Car", ["engine": ref("v8")], scope: .transient),
        service("fleet", "Fleet", ["drivers": [ref("jaguar")]]),
        service("spare", "Engine", ["brand": "S"], scope: .weak),
        service("clock", .synthetic(type: "Engine")))

    private func instance(_ id: String, of container: Container) -> HeldInstance? {
        container.instances.first { $0.id == id }
    }

    @Test func containerListsNoInstancesBeforeABuild() throws {
        #expect(try wiring.container().instances.isEmpty)
    }

    @Test func pathOfAnInstanceNamesTheServicesThatNeededIt() throws {
        let container = try wiring.container()
        let before = Date.now
        _ = try container.resolve("fleet", as: Fleet.self)
        #expect(container.instances.map(\.id) == ["v8", "fleet"])
        #expect(instance("v8", of: container)?.path == ["fleet", "jaguar"])
        #expect(instance("fleet", of: container)?.path == [])
        let date = try #require(instance("v8", of: container)?.date)
        #expect(before <= date && date <= .now)
        #expect(instance("v8", of: container)?.isSupplied == false)
    }

    @Test func hitsDoNotChangeTheListOfInstances() throws {
        let container = try wiring.container()
        _ = try container.resolve("v8", as: Engine.self)
        let first = container.instances
        _ = try container.resolve("fleet", as: Fleet.self)
        #expect(Array(container.instances.prefix(1)) == first)
        #expect(instance("v8", of: container)?.path == [])
    }

    @Test func suppliedInstanceIsListedAsSupplied() throws {
        let container = try wiring.container()
        try container.supply(Engine(brand: "C", cylinders: 1), for: "clock")
        #expect(instance("clock", of: container)?.isSupplied == true)
        let first = try #require(instance("clock", of: container))
        try container.supply(Engine(brand: "D", cylinders: 1), for: "clock")
        #expect(container.instances.count == 1)
        #expect(try #require(instance("clock", of: container)).date >= first.date)
    }

    @Test func weakInstanceIsListedWhileItExists() throws {
        let container = try wiring.container()
        let spare = try container.resolve("spare", as: Engine.self)
        #expect(container.instances.map(\.id) == ["spare"])
        withExtendedLifetime(spare) {}
    }

    @Test func carriedOverInstanceKeepsItsDate() throws {
        let container = try wiring.container()
        _ = try container.resolve("fleet", as: Fleet.self)
        let before = instance("v8", of: container)
        try container.withOverrides {
            $0.override("clock") { _ in Engine(brand: "O", cylinders: 1) }
        } operation: {
            let lent = container.instances.first { $0.id == "v8" }
            #expect(lent == before)
        }
    }

    @Test func longPathOfAnInstanceIsCut() throws {
        var wiring = Wiring(
            service("last", "Engine", ["brand": "L"]), service("other", "Engine", ["brand": "O"]),
            service("c0", "Car", ["engine": ref("last")]))
        for number in 1...20 {
            wiring.definitions.append(
                service("c\(number)", "Car", ["engine": ref("other"), "trailer": ref("c\(number - 1)")]))
        }
        let container = try wiring.container()
        _ = try container.resolve("c20", as: Car.self)
        #expect(instance("last", of: container)?.path == (0..<16).reversed().map { "c\($0)" })
    }

    @Test func settingsShowInTheParametersOfARunningContainer() throws {
        var wiring = wiring
        wiring.parameters = [("host", "localhost", 1), ("url", text("http://", "host"), 2)]
        let container = try wiring.container()
        try container.setParameter("host", to: "example.org")
        let inspection = try container.inspection
        let host = try #require(inspection.parameter("host"))
        #expect(host.value.written == "\"example.org\"")
        #expect(host.origin.layer == "Swift settings")
        #expect(host.origin.replaces.map(\.layer) == ["test.lua"])
        #expect(inspection.parameter("url")?.value.filled == "\"http://example.org\"")
    }
}
