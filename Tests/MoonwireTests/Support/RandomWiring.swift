import Moonwire
import TestSupport

/// A part of a random wiring, which writes down when it is created and closed.
final class Piece: Exposed, Sendable {
    let name: String
    let parts: [Piece]
    let later: ServiceProvider<Piece>?
    let once: LazyService<Piece>?
    private let journal: Journal?

    init(
        name: String, parts: [Piece] = [], later: ServiceProvider<Piece>? = nil, once: LazyService<Piece>? = nil,
        journal: Journal?
    ) {
        self.name = name
        self.parts = parts
        self.later = later
        self.once = once
        self.journal = journal
        journal?.note("create \(name)")
    }

    func close() { journal?.note("close \(name)") }

    static let exposure = Exposure(Piece.self) {
        Initializer("name", "parts", "later", "once", "journal") {
            (
                name: String, parts: [Piece]?, later: ServiceProvider<Piece>?, once: LazyService<Piece>?,
                journal: Journal?
            )
            in
            Piece(name: name, parts: parts ?? [], later: later, once: once, journal: journal)
        }
        // Of known classes alone, so that a transient service has a direct build.
        Initializer("name", "part", "journal") { (name: String, part: Piece, journal: Journal) in
            Piece(name: name, parts: [part], journal: journal)
        }
        Method("close") { (part: Piece) in part.close() }
    }
}

/// A type that one service provides.
final class Single: Exposed, Sendable {
    let name: String

    init(name: String) { self.name = name }

    static let exposure = Exposure(Single.self) { Initializer("name", body: Single.init) }
}

/// What happens in one container.
final class Journal: Exposed, Sendable {
    private let lines = Collected<String>()

    func note(_ line: String) { lines.append(line) }

    var text: [String] { lines.elements }

    static let exposure = Exposure(Journal.self) {}
}

/// Random numbers that a seed determines.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) {
        state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
    mutating func once(in times: Int) -> Bool { below(times) == 0 }
    mutating func one(of values: [String]) -> String { values[below(values.count)] }
}

/// A script with every kind of dependency between services, chosen at random.
struct RandomWiring {
    private(set) var lines: [String] = []
    /// The ids of services of type `Piece`, with their aliases and decorators.
    private(set) var ids: [String] = []

    init(_ dice: inout Dice) {
        lines.append(#"parameters { nothing = "" }"#)
        lines.append(#"service "single" { type = "Single", args = { name = "single" } }"#)
        for number in 0..<(6 + dice.below(8)) { add("part\(number)", &dice) }
        lines.append(
            #"service "all" { type = "Piece", args = { name = "all", parts = tagged "some", journal = ref "journal" } }"#
        )
        ids.append("all")
        for number in 0..<dice.below(3) {
            lines.append(#"alias "alias\#(number)" (ref "\#(dice.one(of: ids))")"#)
            ids.append("alias\(number)")
        }
        if dice.once(in: 2) {
            let target = dice.one(of: ids.filter { $0.hasPrefix("part") })
            lines.append(
                #"decorate "\#(target)" { type = "Piece", args = { name = "around", parts = { inner }, journal = ref "journal" } }"#
            )
        }
        if dice.once(in: 6) { lines.append(#"hook.created("part1", function() end, { once = true })"#) }
    }

    var text: String { lines.joined(separator: "\n") }

    /// The same with another definition of a random service.
    func edited(_ dice: inout Dice) -> String {
        let name = dice.one(of: ids.filter { $0.hasPrefix("part") })
        return text.replacing(#"name = "\#(name)""#, with: #"name = "\#(name) edited""#)
    }

    private mutating func add(_ id: String, _ dice: inout Dice) {
        let needs = ids.isEmpty ? [] : (0..<dice.below(3)).map { _ in dice.one(of: ids) }
        if let need = needs.first, dice.once(in: 3) {
            addDirect(id, need, &dice)
        } else if dice.once(in: 3) {
            addFunction(id, needs, &dice)
        } else {
            addType(id, needs, &dice)
        }
        ids.append(id)
    }

    private mutating func addFunction(_ id: String, _ needs: [String], _ dice: inout Dice) {
        let parts = needs.map { #"c.get("\#($0)")"# }.joined(separator: ", ")
        let others = dice.once(in: 4) ? #"local all = c.tagged "some""# : ""
        lines.append(
            """
            service "\(id)" (function(c) \(others)
                return Piece { name = "\(id)", parts = { \(parts) }, journal = c.get("journal") }
            end)
            """)
    }

    /// A service with a direct build, unless it needs one that has none.
    private mutating func addDirect(_ id: String, _ need: String, _ dice: inout Dice) {
        let name = dice.once(in: 2) ? "%nothing%\(id)" : id
        let scope = dice.once(in: 3) ? "graph" : "transient"
        lines.append(
            """
            service "\(id)" { type = "Piece", scope = "\(scope)",
                args = { name = "\(name)", part = ref "\(need)", journal = ref "journal" } }
            """)
    }

    private mutating func addType(_ id: String, _ needs: [String], _ dice: inout Dice) {
        let scope = dice.one(of: ["shared", "shared", "shared", "transient", "graph", "weak"])
        var keys = [#"type = "Piece""#]
        var args = [#"name = "\#(id)""#, #"journal = ref "journal""#]
        args.append("parts = { \(needs.map { #"ref "\#($0)""# }.joined(separator: ", ")) }")
        if !ids.isEmpty, dice.once(in: 4) { args.append(#"later = provider "\#(dice.one(of: ids))""#) }
        if !ids.isEmpty, dice.once(in: 4) { args.append(#"once = lazy "\#(dice.one(of: ids))""#) }
        keys.append("args = { \(args.joined(separator: ", ")) }")
        if scope != "shared" { keys.append(#"scope = "\#(scope)""#) }
        if scope == "shared", dice.once(in: 2) { keys.append(#"stop = "close""#) }
        if dice.once(in: 3) { keys.append(#"tags = { "some" }"#) }
        lines.append(#"service "\#(id)" { \#(keys.joined(separator: ", ")) }"#)
    }
}
