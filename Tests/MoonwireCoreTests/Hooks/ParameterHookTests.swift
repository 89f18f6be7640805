import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// `parameter`: a parameter has another value than before.
@Suite struct ParameterHookTests {
    private func wiring(_ target: String, _ said: Collected<String>) -> Wiring {
        var wiring = Wiring()
        wiring.parameters = [
            ("port", 80, 1), ("host", "h", 2), ("url", text("", "host", ":", "port"), 3),
            ("smtp", ["host": "mail", "port": 25], 4), ("motor", .object(Engine(brand: "m", cylinders: 1)), 5),
        ]
        wiring.services.addHook(.parameter(target), file: "App.swift", line: 9) { name, new, old, info in
            said.append("\(name) \(new.short) \(old.short)")
            #expect(info.id == name)
            let current = try info.parameter(name, as: PlainValue.self)
            #expect(current == new)
        }
        return wiring
    }

    @Test func parameterHookReceivesTheNameAndBothValues() throws {
        let said = Collected<String>()
        let container = try wiring("port", said).container()
        try container.setParameter("port", to: 81)
        try container.setParameter("host", to: "other")
        try container.setParameter("port", to: 82)
        #expect(said.elements == ["port 81 80", "port 82 81"])
    }

    @Test func parameterHookDoesNotRunForAnEqualValue() throws {
        let said = Collected<String>()
        let container = try wiring("*", said).container()
        try container.setParameter("port", to: 80)
        #expect(said.elements == [])
    }

    @Test func parameterHookRunsForDependentParameters() throws {
        let said = Collected<String>()
        let container = try wiring("url", said).container()
        try container.setParameter("port", to: 81)
        #expect(said.elements == ["url h:81 h:80"])
    }

    @Test func branchChangesWithItsLeavesAndLeavesWithTheirBranch() throws {
        let branch = Collected<String>()
        try wiring("smtp", branch).container().setParameter("smtp.port", to: 26)
        #expect(branch.elements == ["smtp {host=mail, port=26} {host=mail, port=25}"])
        let leaf = Collected<String>()
        try wiring("smtp.host", leaf).container().setParameter("smtp", to: ["host": "other"])
        #expect(leaf.elements == ["smtp.host other mail"])
    }

    @Test func parameterHookPatternsMatchNewParameters() throws {
        let said = Collected<String>()
        let container = try wiring("smtp.*", said).container()
        try container.setParameter("smtp", to: ["user": "u", "port": 26], declaring: true)
        #expect(said.elements == ["smtp.port 26 25", "smtp.user u null"])
    }

    @Test func parameterHookComparesObjectsByIdentity() throws {
        let said = Collected<String>()
        var wiring = Wiring()
        let engine = Engine(brand: "m", cylinders: 1)
        wiring.parameters = [("motor", .object(engine), 1)]
        wiring.services.addHook(.parameter("motor")) { name, new, old, _ in
            said.append("\(name) \(new.short) \(old.short)")
        }
        let container = try wiring.container()
        try container.setParameter("motor", to: engine)
        #expect(said.elements == [])
        try container.setParameter("motor", to: Engine(brand: "n", cylinders: 1))
        #expect(said.elements == ["motor null null"])
    }

    @Test func failingParameterHookThrowsAndTheNewValueStays() throws {
        var wiring = Wiring()
        wiring.parameters = [("port", 80, 1)]
        wiring.services.addHook(.parameter("port"), file: "App.swift", line: 9) { _, _, _, _ in
            throw Breakdown(reason: "closed")
        }
        let container = try wiring.container()
        #expect(
            message { try container.setParameter("port", to: 81) }
                == "App.swift:9: hook.parameter(\"port\") failed: closed")
        #expect(try container.parameter("port", as: Int.self) == 81)
    }

    @Test func parameterHookCannotSetItsOwnParameterForever() throws {
        let late = Collected<Container>()
        let said = Collected<String>()
        var wiring = Wiring()
        wiring.parameters = [("a", 0, 1), ("b", 0, 2)]
        wiring.services.addHook(.parameter("a"), file: "App.swift", line: 8) { _, new, _, _ in
            said.append("a \(new.short)")
            try late.elements[0].setParameter("b", to: new)
        }
        wiring.services.addHook(.parameter("b"), file: "App.swift", line: 9) { _, new, _, _ in
            said.append("b \(new.short)")
            if case .integer(let number) = new, number > 1 {
                try late.elements[0].setParameter("a", to: .integer(number + 1))
            }
        }
        let container = try wiring.container()
        late.append(container)
        try container.setParameter("a", to: 1)
        #expect(said.elements == ["a 1", "b 1"])
        let expected = """
            App.swift:9: parameter "a" is changed by its own hooks: a -> b -> a
                in hook.parameter("b") at App.swift:9
                in hook.parameter("a") at App.swift:8
            """
        #expect(message { try container.setParameter("a", to: 2) } == expected)
    }
}

extension PlainValue {
    fileprivate var short: String {
        switch self {
        case .null: "null"
        case .integer(let value): "\(value)"
        case .text(let value): value
        case .map(let entries):
            "{" + entries.sorted { $0.key < $1.key }.map { "\($0)=\($1.short)" }.joined(separator: ", ") + "}"
        default: "\(self)"
        }
    }
}
