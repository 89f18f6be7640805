import Foundation
import Moonwire
import TestSupport
import Testing

/// A rollback returns to the wiring before the last reload of other scripts.
@Suite(.timeLimit(.minutes(5))) struct RollbackTests {
    private static let good = Bird.service("lark", "high") + Bird.service("wren", "low", of: "lark")
    private static let other = Bird.service("lark", "high") + Bird.service("wren", "deep", of: "lark")

    @Test func wiringReturnsInANewGeneration() async throws {
        let birds = try await Birds(Self.good)
        let lark = try birds.bird("lark")
        try birds.living.reload(Self.other)
        try await until { birds.lines.contains("start wren deep") }
        let plan = try birds.container.rollback()
        #expect(plan.kept.contains("lark"))
        #expect(plan.replaced.map(\.id) == ["wren"])
        #expect(try birds.bird("lark") === lark)
        #expect(try birds.song("wren") == "low")
        #expect(birds.container.generations.last?.number == 3)
        try await until { birds.lines.contains("start wren low") && birds.lines.contains("close wren deep") }
    }

    @Test func nothingToReturnTo() async throws {
        let birds = try await Birds(Self.good)
        let said = "there is no earlier wiring to return to: no reload of other scripts has taken effect"
        #expect(await refusal { try birds.container.rollback() } == said)
        try birds.container.reload()
        #expect(await refusal { try birds.container.rollback() } == said)
        #expect(birds.container.refusedReload == nil)
    }

    @Test func reloadOfUnchangedScriptsIsRefused() async throws {
        let birds = try await Birds(Self.good)
        try birds.living.reload(Self.other)
        try birds.container.rollback()
        let hint = "\n    edit the scripts, or call `rollback()` again to return to them"
        #expect(
            "\(try #require(birds.container.refusedReload).error)"
                == "the wiring of generation 2 was rolled back, and the scripts still contain it" + hint)
        let said = "the scripts have not changed since a rollback, which replaced their wiring" + hint
        #expect(await refusal { try birds.container.reload() } == said)
        #expect(await refusal { try await birds.container.reload(checking: .health) } == said)
        #expect(try birds.song("wren") == "low")
        try birds.living.reload(Self.other.replacing("deep", with: "soft"))
        #expect(try birds.song("wren") == "soft")
        #expect(birds.container.refusedReload == nil)
    }

    @Test func secondRollbackReturnsToTheScripts() async throws {
        let birds = try await Birds(Self.good)
        try birds.living.reload(Self.other)
        try birds.container.rollback()
        try birds.container.rollback()
        #expect(try birds.song("wren") == "deep")
        #expect(birds.container.refusedReload == nil)
        #expect(try birds.container.reload().isEmpty)
    }

    /// The files contain what was refused, and neither of the two wirings.
    @Test func refusedEditStaysRefused() async throws {
        let birds = try await Birds(Self.good)
        try birds.living.reload(Self.other)
        try birds.living.edit("service 'lark' {")
        _ = await refusal { try birds.container.reload() }
        let before = try #require(birds.container.refusedReload)
        for song in ["low", "deep"] {
            try birds.container.rollback()
            #expect(try birds.song("wren") == song)
            #expect(birds.container.refusedReload?.error.diagnostics == before.error.diagnostics)
            #expect(birds.container.refusedReload?.date == before.date)
        }
    }

    @Test func relativeScriptsReturn() async {
        // A process of its own, as its working folder is that of all tests.
        await #expect(processExitsWith: .success) {
            try await expectReturn(of: #"include "parts/town.lua""#) { _ in
                try Container(scripts: ["container.lua"], types: [Station.self], environment: .dev)
            }
        }
    }

    @Test func relativeFilesOfATextReturn() async {
        await #expect(processExitsWith: .success) {
            try await expectReturn(of: #"include "parts/town.lua""#) { text in
                try Container(text: text, types: [Station.self], environment: .dev)
            }
        }
    }

    @Test func formerScriptsIncludeTheirFiles() async throws {
        let birds = try await Birds(Self.good)
        try birds.living.edit(Bird.service("owl", "dark", of: nil, ""), "more.lua")
        try birds.living.reload(Self.good + "include \"more.lua\"\n")
        #expect(try birds.song("owl") == "dark")
        try birds.living.edit(Bird.service("owl", "bright", of: nil, ""), "more.lua")
        try birds.living.reload()
        #expect(try birds.song("owl") == "bright")
        try birds.container.rollback()
        #expect(try birds.song("owl") == "dark")
    }

    @Test func functionsOfTheFormerScriptsRunAgain() async throws {
        let script = { (word: String) in
            #"parameters { word = "\#(word)" }"# + "\n"
                + #"service "owl" (function(c) return Station { name = c.param "word" .. "!" } end)"#
        }
        let birds = try await Birds(script("one"))
        #expect(try birds.living.station("owl").name == "one!")
        try birds.living.reload(script("two"))
        #expect(try birds.living.station("owl").name == "two!")
        try birds.container.rollback()
        #expect(try birds.living.station("owl").name == "one!")
    }

    private static let boilers =
        "scopes { \"request\" }\n" + Boiler.service("lark", #"start = "connect", stop = "close""#)
        + Boiler.service("wren", of: ["lark"], #"start = "connect", stop = "close""#)
    private static let shrill = boilers.replacing("name = \"lark\"", with: "name = \"shrill\"")

    /// An open scope keeps the generation in use, whose instances are therefore not stopped.
    @Test func instancesInUseReturn() async throws {
        let living = try Living(boilers: Self.boilers)
        try await living.container.start()
        let (lark, wren) = (try living.boiler("lark"), try living.boiler("wren"))
        let scope = try living.container.openScope("request")
        try living.reload(Self.shrill)
        try await living.container.start()
        #expect(try living.boiler("wren") !== wren)
        try living.container.rollback()
        #expect(try living.boiler("wren") === wren)
        #expect(try living.boiler("lark") === lark)
        scope.close()
        try await living.container.start()
        try await until { living.container.generations.count == 1 }
        let before = ["connect lark", "connect wren", "connect shrill", "connect wren", "close wren", "close shrill"]
        #expect(living.done == before)
        await living.container.shutdownGracefully()
        #expect(living.done == before + ["close wren", "close lark"])
    }

    /// The application has set another value since.
    @Test func instanceWithOtherValuesDoesNotReturn() throws {
        func text(_ watts: Int) -> String {
            "scopes { \"request\" }\nparameters { level = 1 }\n" + Lantern.bulb(watts)
                + Lantern.service(#"set = { level = param "level" }"#, args: #"other = ref "bulb""#)
        }
        let living = try Living(lamps: text(1))
        let (bulb, lamp) = (try living.lamp("bulb"), try living.lamp())
        let scope = try living.container.openScope("request")
        try living.reload(text(2))
        #expect(try living.lamp() !== lamp)
        try living.container.setParameter("level", to: 5)
        try living.container.rollback()
        #expect(try living.lamp("bulb") === bulb)
        #expect(try living.lamp() !== lamp)
        #expect(try living.lamp().level == 5)
        scope.close()
    }

    /// What it holds was replaced, so that it does not fit.
    @Test func instanceWithoutItsNeedsDoesNotReturn() async throws {
        let living = try Living(boilers: Self.boilers)
        let wren = try living.boiler("wren")
        let scope = try living.container.openScope("request")
        try living.reload(Self.shrill)
        let other = Boiler(name: "other", inlets: [], log: Station.Log(living.log))
        try living.container.supply(other, for: "lark")
        try living.container.rollback()
        #expect(try living.boiler("wren") !== wren)
        #expect(try living.boiler("wren").inlets.first === other)
        scope.close()
    }

    /// The new instance has its state.
    @Test func instanceWhoseStateWasTakenOverDoesNotReturn() async throws {
        let birds = try await Birds(#"scopes { "request" }"# + "\n" + Self.good)
        let wren = try birds.bird("wren")
        let scope = try birds.container.openScope("request")
        try birds.living.reload(#"scopes { "request" }"# + "\n" + Self.other)
        #expect(try birds.bird("wren").learned == "low")
        try birds.container.rollback()
        #expect(try birds.bird("wren") !== wren)
        #expect(try birds.bird("wren").learned == "deep")
        scope.close()
    }

    @Test func rollbackWorksWhileInstancesDrain() async throws {
        let drain = Bird.life + #", reload = "drain""#
        let birds = try await Birds(Bird.service("lark", "high", of: nil, drain))
        let held = try birds.bird("lark")
        try birds.living.reload(Bird.service("lark", "deep", of: nil, drain))
        try await until { birds.container.generations.contains { $0.draining == ["lark"] } }
        try birds.container.rollback()
        #expect(try birds.song("lark") == "high")
        #expect(!birds.lines.contains("close lark high"))
        withExtendedLifetime(held) {}
    }

    @Test func logTellsOfIt() async throws {
        let birds = try await Birds(Self.good)
        try birds.living.reload(Self.other)
        #expect(try birds.song("wren") == "deep")
        try birds.container.rollback()
        _ = await refusal { try birds.container.reload() }
        _ = await refusal { try birds.container.reload() }
        let log = birds.container.reloadLog
        #expect(log.map(\.isRollback) == [false, true, false])
        #expect(log.map(\.generation) == [2, 3, 3])
        #expect(log.map(\.attempts) == [1, 1, 2])
        #expect(
            log.map { String("\($0)".drop { $0 != " " }) } == [
                " reload by call: generation 2 in use, 2 kept, 1 replaced",
                " rollback by call: generation 3 in use, 2 kept, 1 replaced",
                " reload by call: refused 2 times, generation 3 in use: the scripts have not changed since a rollback, "
                    + "which replaced their wiring",
            ])
    }
}

/// Edits and rolls back a script with a relative name; changes the folder of the process.
private func expectReturn(of text: String, _ make: (String) throws -> Container) async throws {
    let folder = Scratch()
    try folder.write(text, "container.lua")
    try folder.write(WatchScene.wiring("Leeds"), "parts/town.lua")
    #expect(chdir(folder.path("")) == 0)
    let container = try make(text)
    #expect(chdir("/") == 0)
    try folder.write(WatchScene.wiring("York"), "parts/town.lua")
    try container.reload()
    #expect(try await container.resolve(Station.self).name == "York")
    #expect(try !container.rollback().isEmpty)
    #expect(try await container.resolve(Station.self).name == "Leeds")
}
