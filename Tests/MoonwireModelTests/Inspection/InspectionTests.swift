import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

@Suite struct InspectionTests {
    @Test func inspectionListsLayersAndUsersOfParameters() throws {
        var wiring = ModelWiring(
            service("a", "Engine", ["brand": param("smtp.host")]), service("b", "Engine", ["brand": param("smtp")]),
            service("c", "Car", ["engine": .inline(service("", "Engine", ["brand": text("x", "port")]))]))
        wiring.beneath.parameters.set("port", 25, origin: Origin(nil), path: ["port"])
        wiring.parameters = [
            ("smtp", ["host": text("h", "port"), "name": "n"], 2), ("port", 26, 3),
        ]
        let inspection = try wiring.inspection()
        #expect(inspection.parameters.map(\.name) == ["port", "smtp.host", "smtp.name"])
        let port = try #require(inspection.parameter("port"))
        #expect(port.value.written == "26")
        #expect(port.origin.layer == "test.lua")
        #expect(port.origin.location == at(3))
        #expect(port.origin.replaces.map(\.layer) == ["Swift registrations"])
        #expect(port.usedBy == ["c"])
        let host = try #require(inspection.parameter("smtp.host"))
        #expect(host.value.filled == "\"h26\"")
        #expect(host.usedBy == ["a", "b"])
        #expect(inspection.parameter("smtp") == nil)
    }

    @Test func inspectionListsTheLimitsOfPreferences() throws {
        var wiring = ModelWiring()
        wiring.preferences = [
            preference("Settings.volume", 5, min: 0, max: 10, oneOf: [5, 10], key: "vol", from: "loudness", line: 4)
        ]
        let volume = try #require(try wiring.inspection().preferences.first)
        #expect(volume.title == "Settings.volume")
        #expect(volume.defaultValue == "5")
        #expect(volume.kind == "an integer")
        #expect([volume.minimum, volume.maximum] == ["0", "10"])
        #expect(volume.choices == ["5", "10"])
        #expect(!volume.hasCheck)
        #expect([volume.store, volume.key] == ["default", "vol"])
        #expect(volume.formerKey == "loudness")
        #expect(volume.origin.location == at(4))
    }

    @Test func graphWithFaultsCanBeInspected() throws {
        var wiring = ModelWiring(
            alias("one", of: "other"), alias("other", of: "one"), service("a", "Nothing", ["x": ref("nobody")]))
        wiring.parameters = [("loop", param("loop"), 1)]
        let inspection = try wiring.inspection()
        #expect(inspection.service("one")?.needs.map(\.target) == [nil])
        #expect(inspection.service("a")?.type == "Nothing")
        #expect(inspection.parameter("loop")?.value.fault == "parameter \"loop\" refers to itself: loop -> loop")
    }
}
