import Moonwire
import TestSupport
import Testing

/// What the application supplies goes beneath all decorators, however many there are, before and after reloads.
@Suite struct DecoratedSupplyTests {
    private static let kinds = [
        "{ synthetic = true, type = \"Station\" }", "{ synthetic = true }",
        "{ type = \"Station\", args = { name = \"built\" } }", "(function() return Station { name = \"built\" } end)",
    ]

    private static func text(_ kind: String, decorators: Int) -> String {
        let wrapping = (0..<decorators).map { number in
            """
            decorate "mailer" {
                type = "Station", args = { name = "d\(number + 1)", next = inner, log = ref "log" }, stop = "close",
            }
            """
        }
        let user = "service \"user\" { type = \"Station\", args = { name = \"user\", next = ref \"mailer\" } }"
        return (["service \"mailer\" \(kind)"] + wrapping + [user]).joined(separator: "\n")
    }

    private func supply(_ name: String, _ living: Living) throws {
        try living.container.supply(Station(name: name, next: nil, later: nil, log: nil), for: "mailer")
    }

    private func chain(_ id: String, _ living: Living) throws -> [String] {
        sequence(first: try living.station(id)) { $0.next }.map(\.name)
    }

    private func expected(_ name: String, _ decorators: Int) -> [String] {
        (0..<decorators).map { "d\($0 + 1)" }.reversed() + [name]
    }

    @Test(arguments: kinds, 0...3) func suppliedInstanceIsWrappedByAllDecorators(_ kind: String, _ before: Int) throws {
        for after in 0...3 {
            let living = try Living(Self.text(kind, decorators: before))
            try supply("app", living)
            #expect(try chain("mailer", living) == expected("app", before))
            #expect(try chain("user", living) == ["user"] + expected("app", before))
            try living.reload(Self.text(kind, decorators: after))
            #expect(try chain("mailer", living) == expected("app", after), "\(before) -> \(after)")
            #expect(try chain("user", living) == ["user"] + expected("app", after), "\(before) -> \(after)")
            try supply("other", living)
            #expect(try chain("mailer", living) == expected("other", after), "\(before) -> \(after)")
            try living.reload(Self.text(kind, decorators: before))
            // Without an edit, nothing is rebuilt: a service that holds the former instance keeps it.
            let held = before == after ? "app" : "other"
            #expect(try chain("user", living) == ["user"] + expected(held, before), "\(after) -> \(before)")
        }
    }

    @Test func decoratorsThatWereBuiltAreStoppedWhenAnotherIsSupplied() throws {
        let living = try Living(Self.text(Self.kinds[0], decorators: 2))
        try supply("app", living)
        _ = try living.station("mailer")
        try supply("other", living)
        #expect(living.log.elements == ["close d2", "close d1"])
        #expect(try chain("mailer", living) == ["d2", "d1", "other"])
    }

    @Test func instanceSuppliedInsideOverridesIsUndone() throws {
        let living = try Living(Self.text(Self.kinds[0], decorators: 1))
        try supply("app", living)
        _ = try living.station("mailer")
        try living.container.withOverrides { _ in
        } operation: {
            try supply("test", living)
            try #expect(chain("mailer", living) == ["d1", "test"])
        }
        #expect(try chain("mailer", living) == ["d1", "app"])
    }

    @Test func planListsTheKeptSuppliedInstance() throws {
        let living = try Living(Self.text(Self.kinds[0], decorators: 0))
        try supply("app", living)
        _ = try living.station("user")
        try living.edit(Self.text(Self.kinds[0], decorators: 1))
        let plan = try living.container.reload()
        #expect(plan.added.map(\.name) == ["mailer.inner"] && plan.removed.isEmpty)
        #expect(plan.changed.map(\.name) == ["mailer"])
        #expect(plan.kept == ["mailer.inner"])
        #expect(plan.replaced.map(\.id) == ["user"])
    }

    @Test func suppliedInstanceOfAnotherTypeIsRefused() throws {
        let living = try Living(Self.text(Self.kinds[0], decorators: 2))
        #expect(
            message { try living.container.supply(5, for: "mailer") }
                .hasSuffix("container.lua:1: service \"mailer\" expects Station, got Int"))
        #expect(
            message { _ = try living.station("mailer") }.contains("call `container.supply(…, for: \"mailer\")`"))
    }
}
