import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// Random wirings, built by direct builds and by the general build, which a recording uses: nothing tells them apart.
@Suite struct DirectBuildModelTests {
    /// Definitions whose arguments are constants, parameters, strings with parameters, and other services.
    private struct Blueprint {
        var random: Seeded

        mutating func pick<T>(_ choices: T...) -> T { choices[Int.random(in: 0..<choices.count, using: &random)] }

        mutating func number() -> WiredValue { pick(7, param("one"), param("two"), param("outside"), text("", "one")) }

        mutating func label() -> WiredValue {
            let fail = Int.random(in: 0..<12, using: &random) == 0
            return fail
                ? pick("fail", text("fail ", "word"))
                : pick(
                    "short", "longer than fifteen bytes", "set ab", "set abc", param("word"), param("reference"),
                    text("", "word", " and ", "one"), text("at ", "host"))
        }

        mutating func scope() -> ServiceScope { pick(.transient, .transient, .transient, .graph, .graph, .shared) }

        mutating func definition(_ number: Int) -> Definition {
            let earlier = { (blueprint: inout Blueprint) in
                ref("block\(Int.random(in: 0..<number, using: &blueprint.random))")
            }
            let scope = scope()
            switch number < 2 ? 0 : pick(0, 1, 1, 2) {
            case 0:
                return service(
                    "block\(number)", "Block",
                    [
                        "label": label(), "number": self.number(),
                        "ratio": pick(.value(.number(0.5)), 3, param("one"), param("part")),
                        "isOn": pick(true, param("flag")),
                    ], scope: scope, line: number + 1)
            case 1:
                return service(
                    "block\(number)", "Block",
                    [
                        "number": self.number(), "first": earlier(&self), "label": label(), "second": earlier(&self),
                    ], scope: scope, line: number + 1)
            default:
                return service(
                    "block\(number)", "Block", ["first": earlier(&self), "label": label()], scope: scope,
                    line: number + 1)
            }
        }

        mutating func container() throws -> Container {
            var wiring = Wiring()
            wiring.variables = ["OUTSIDE": "5", "HOST": "example"]
            wiring.parameters = [
                ("one", 1, nil), ("two", param("one"), nil), ("word", "a word", nil),
                ("part", .value(.number(0.25)), nil),
                ("reference", text("", "word", "!"), nil), ("flag", false, nil),
                ("outside", .environment(env("OUTSIDE", .int)), nil), ("host", .environment(env("HOST")), nil),
            ]
            for number in 0..<12 { wiring.definitions.append(definition(number)) }
            return try wiring.container(types: [Block.self])
        }
    }

    /// What a resolve makes, or its error, the order of building, and the parameters that it left.
    private func outcome(_ id: String, _ container: Container, one: Int) throws -> String {
        try container.setParameter("one", to: .integer(Int64(one)))
        try container.setParameter("word", to: .text("word \(one)"))
        let log = Collected<String>()
        let result = Block.$log.withValue(log) {
            Block.$container.withValue(container) {
                do {
                    let block = try container.resolve(id, as: Block.self)
                    return block.description
                } catch {
                    return "\(error)"
                }
            }
        }
        let left = try container.parameter("one", as: Int.self)
        let word = try container.parameter("word", as: String.self)
        return ([result, "\(left)", word] + log.elements).joined(separator: "\n")
    }

    @Test(arguments: 0..<60 * UInt64(ExtremeValues.factor)) func directBuildsDoWhatTheGeneralBuildDoes(seed: UInt64)
        throws
    {
        var blueprint = Blueprint(random: Seeded(state: seed))
        let container = try blueprint.container()
        let ids = (0..<12).map { "block\($0)" }
        // Afterward, the shared ones that can be built exist for both.
        for id in ids { _ = try outcome(id, container, one: 1) }
        for one in [1, 2, 3] {
            let direct = try ids.map { try outcome($0, container, one: one) }
            let recording = container.recordBuilds()
            let general = try ids.map { try outcome($0, container, one: one) }
            _ = recording.finish()
            #expect(direct == general)
        }
    }

    /// More values than a direct build keeps: afterward, the general build is used, with the same results.
    @Test func parameterMayChangeAnyNumberOfTimes() throws {
        var wiring = Wiring(
            service(
                "sheet", "Sheet",
                [
                    "count": param("count"), "ratio": param("count"), "isOn": true,
                    "title": text("number ", "count", " of many"),
                ], scope: .transient))
        wiring.parameters = [("count", 0, nil)]
        let container = try wiring.container(types: Parts.types)
        for count in 0..<100 {
            try container.setParameter("count", to: .integer(Int64(count)))
            for _ in 0..<3 {
                let sheet = try container.resolve("sheet", as: Sheet.self)
                #expect(
                    sheet.count == count && sheet.ratio == Double(count) && sheet.title == "number \(count) of many")
            }
        }
    }

    /// A resolve sees the values from before a change or those from after it, and after the change only those.
    @Test func parametersChangeDuringBuildsOnOtherThreads() throws {
        var wiring = Wiring(
            service(
                "sheet", "Sheet",
                [
                    "count": param("count"), "ratio": param("count"), "isOn": true,
                    "title": text("the value of count is ", "count"),
                ], scope: .transient))
        wiring.parameters = [("count", 0, nil)]
        let container = try wiring.container(types: Parts.types)
        let torn = Counter()
        onThreads(4) { thread in
            var last = 0
            for number in 0..<2000 {
                if thread == 0 {
                    if number < 40 { try? container.setParameter("count", to: .integer(Int64(number))) }
                    continue
                }
                guard let sheet = try? container.resolve("sheet", as: Sheet.self) else {
                    torn.add()
                    return
                }
                if sheet.count < last || sheet.count > 39 || !sheet.title.hasPrefix("the value of count is ") {
                    torn.add()
                }
                last = sheet.count
                if let read = try? container.parameter("count", as: Int.self), read < last { torn.add() }
            }
        }
        #expect(torn.value == 0)
        #expect(try container.resolve("sheet", as: Sheet.self).count == 39)
    }

    @Test func graphInstancesAreFoundAmongMany() throws {
        var wiring = Wiring()
        for number in 0..<40 {
            wiring.definitions.append(
                service(
                    "part\(number)", "Block",
                    ["label": "part", "number": .value(.integer(Int64(number))), "ratio": 1, "isOn": true],
                    scope: .graph))
        }
        wiring.definitions.append(
            service(
                "top0", "Block", ["number": 0, "first": ref("part0"), "label": "top", "second": ref("part0")],
                scope: .graph))
        for number in 1..<40 {
            wiring.definitions.append(
                service(
                    "top\(number)", "Block",
                    [
                        "number": 0, "first": ref("top\(number - 1)"), "label": "top",
                        "second": ref("part\(number / 2)"),
                    ], scope: .graph))
        }
        let container = try wiring.container(types: [Block.self])
        let direct = try container.resolve("top39", as: Block.self)
        let recording = container.recordBuilds()
        let general = try container.resolve("top39", as: Block.self)
        #expect(recording.finish().events.count == 60)
        #expect(direct.description == general.description)
        #expect(direct !== general)
    }
}
