import Moonwire
import Testing

/// The initializer that a function of a script calls: the first one with all labels of the table, if the table has all that it requires.
@Suite struct ConstructorTests {
    private final class Chosen: Exposed, Sendable {
        let text: String

        init(_ text: String) { self.text = text }

        static let exposure = Exposure(Chosen.self) {
            Initializer("a", ExposedArgument("b", default: 20)) { (a: Int, b: Int) in Chosen("ab \(a) \(b)") }
            Initializer("a", "c") { (a: Int, c: Int) in Chosen("ac \(a) \(c)") }
            Initializer(ExposedArgument("d", default: 40), ExposedArgument("e", default: 50)) { (d: Int, e: Int) in
                Chosen("de \(d) \(e)")
            }
            Initializer("c") { (c: Int) in Chosen("c \(c)") }
        }
    }

    private static let labels = ["a", "b", "c", "d", "e", "x"]

    /// What the initializers make of the labels, each with its place in the alphabet as its value; nil if none takes them.
    private static func expected(_ given: Set<String>) -> String? {
        let known: [(name: String, required: Set<String>, all: [(String, Int)])] = [
            ("ab", ["a"], [("a", 0), ("b", 20)]), ("ac", ["a", "c"], [("a", 0), ("c", 0)]),
            ("de", [], [("d", 40), ("e", 50)]), ("c", ["c"], [("c", 0)]),
        ]
        let fitting = known.first { given.isSuperset(of: $0.required) && given.isSubset(of: $0.all.map(\.0)) }
        return fitting.map { fitting in
            let values = fitting.all.map { label, standard in
                given.contains(label) ? "\((labels.firstIndex(of: label) ?? 0) + 1)" : "\(standard)"
            }
            return "\(fitting.name) \(values.joined(separator: " "))"
        }
    }

    @Test func eachSetOfLabelsChoosesTheFirstThatFits() throws {
        let sets = (0..<1 << Self.labels.count).map { bits in
            Self.labels.indices.filter { bits & 1 << $0 != 0 }
        }
        let lines = sets.enumerated().map { number, set in
            let fields = set.map { "\(Self.labels[$0]) = \($0 + 1)" }.joined(separator: ", ")
            return "service \"s\(number)\" (function() return Chosen { \(fields) } end)"
        }
        let container = try Container(text: lines.joined(separator: "\n"), types: [Chosen.self], environment: .dev)
        for (number, set) in sets.enumerated() {
            let given = set.map { Self.labels[$0] }
            if let text = Self.expected(Set(given)) {
                #expect(try container.resolve("s\(number)", as: Chosen.self).text == text)
            } else {
                let message = message { _ = try container.resolve("s\(number)", as: Chosen.self) }
                let list = given.isEmpty ? "no arguments" : "(\(given.joined(separator: ", ")))"
                #expect(message.contains(": Chosen has no initializer that takes \(list)\n"))
            }
        }
    }

    @Test func aCallWithoutATableHasNoArguments() throws {
        let container = try Container(
            text: """
                service "none"  (function() return Chosen() end)
                service "list"  (function() return Chosen { 1, 2 } end)
                service "false" (function() return Chosen { a = false } end)
                """, named: "container.lua", types: [Chosen.self], environment: .dev)
        #expect(try container.resolve("none", as: Chosen.self).text == "de 40 50")
        #expect(
            message { _ = try container.resolve("list", as: Chosen.self) } == """
                container.lua:2: Chosen has no initializer that takes (#1, #2)
                    in service "list"
                    it has (a, b?) and (a, c) and (d?, e?) and (c)
                """)
        #expect(
            message { _ = try container.resolve("false", as: Chosen.self) } == """
                container.lua:3: Chosen: argument "a" expects an integer, got the Boolean false
                    in service "false"
                """)
    }
}
