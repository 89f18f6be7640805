import TestSupport

/// Two random files of statements that are edited one by one; many of the edits are mistakes.
struct EditedWiring {
    private var main: [String]
    private var part: [String]

    /// The ids that statements define.
    static let ids = (0..<7).map { "s\($0)" } + ["all", "name", "single"]

    init(_ dice: inout Dice) {
        main = [#"include "part.lua""#]
        part = []
        for number in 0..<7 {
            let statement = Self.service("s\(number)", &dice)
            if dice.once(in: 2) { part.append(statement) } else { main.append(statement) }
        }
        for name in ["p0", "p1"] { part.append(Self.parameter(name, &dice)) }
        main.append(#"service "base" { type = "Piece", abstract = true, args = { name = "base %p0%" } }"#)
        for _ in 0..<dice.below(4) { main.append(Self.other(&dice)) }
    }

    /// The texts by the names of their files.
    var texts: [String: String] {
        ["container.lua": main.joined(separator: "\n"), "part.lua": part.joined(separator: "\n")]
    }

    /// Changes one thing in one of the files.
    mutating func edit(_ dice: inout Dice) {
        if dice.once(in: 2) { Self.edit(&main, &dice) } else { Self.edit(&part, &dice) }
    }

    private static func edit(_ lines: inout [String], _ dice: inout Dice) {
        let place = dice.below(lines.count + 1)
        switch dice.below(8) {
        case 0 where place < lines.count: lines.remove(at: place)
        case 1: lines.insert("", at: place)
        case 2: lines.insert(other(&dice), at: place)
        case 3 where place < lines.count: lines.append(lines.remove(at: place))
        case 4: lines.append(parameter("p\(dice.below(2))", &dice))
        case 5: lines.insert(service("s\(dice.below(7))", &dice), at: place)
        default:
            // Another definition in the place of the one there.
            guard place < lines.count, let id = id(in: lines[place]) else { return }
            lines[place] = service(id, &dice)
        }
    }

    private static func id(in line: String) -> String? {
        line.hasPrefix("service \"s") ? line.split(separator: "\"").dropFirst().first.map(String.init) : nil
    }

    private static func parameter(_ name: String, _ dice: inout Dice) -> String {
        let value = dice.one(of: [#""one""#, #""two""#, #""%p0% three""#, #"env.string("NAME", "four")"#])
        return "parameters { \(name) = \(value) }"
    }

    /// A service that needs only those with smaller numbers.
    private static func service(_ id: String, _ dice: inout Dice) -> String {
        let number = Int(id.dropFirst()) ?? 0
        let needs = number == 0 ? [] : (0..<dice.below(3)).map { _ in "s\(dice.below(number))" }
        if dice.once(in: 6) {
            let parts = needs.map { "c.get \"\($0)\"" }.joined(separator: ", ")
            return #"service "\#(id)" (function(c) return Piece { name = c.param "p0", parts = { \#(parts) } } end)"#
        }
        var keys = [#"type = "Piece""#]
        var args = ["name = \(dice.one(of: ["\"\(id)\"", "\"%p0%\"", "param \"p1\"", "\"%p1% \(dice.below(2))\""]))"]
        args.append("parts = { \(needs.map { "ref \"\($0)\"" }.joined(separator: ", ")) }")
        if number > 0, dice.once(in: 3) { args.append(#"later = provider "s\#(dice.below(number))""#) }
        if number > 0, dice.once(in: 3) { args.append(#"once = lazy "s\#(dice.below(number))""#) }
        if dice.once(in: 6) {
            keys = [#"parent = "base""#]
            args.removeFirst(dice.below(2))
        }
        keys.append("args = { \(args.joined(separator: ", ")) }")
        if dice.once(in: 3) { keys.append("scope = \"\(dice.one(of: ["transient", "graph", "shared"]))\"") }
        if dice.once(in: 3) { keys.append(#"tags = { { "some", priority = \#(dice.below(3)) } }"#) }
        if dice.once(in: 4) { keys.append(#"stop = "close""#) }
        if dice.once(in: 6) { keys.append("eager = true") }
        if dice.once(in: 8) { keys.append(#"deprecated = "old""#) }
        return #"service "\#(id)" { \#(keys.joined(separator: ", ")) }"#
    }

    private static func other(_ dice: inout Dice) -> String {
        let id = "s\(dice.below(7))"
        switch dice.below(11) {
        case 0: return #"service "all" { type = "Piece", args = { name = "all", parts = tagged "some" } }"#
        case 1:
            return #"service "all" { type = "Piece", args = { name = "all", parts = typed("Piece", { all = true }) } }"#
        case 2: return #"alias "name" (ref "\#(id)")"#
        case 3:
            return
                #"decorate "\#(id)" { type = "Piece", priority = \#(dice.below(3)), args = { name = "around %p1%", parts = { inner } } }"#
        case 4: return #"extend "\#(id)" { args = { name = "extended %p0%" } }"#
        case 5: return #"service "single" { type = "Single", args = { name = "%p1%" } }"#
        case 6: return #"when("dev", function() parameters { p0 = "here \#(dice.below(2))" } end)"#
        case 7: return #"hook.created("\#(id)", function() end, { priority = \#(dice.below(2)) })"#
        case 8: return #"if defined "\#(id)" then parameters { p1 = "defined" } end"#
        case 9: return #"defaults { scope = "\#(dice.one(of: ["transient", "shared"]))", args = auto }"#
        default: return #"bind { type = "String", value = "bound \#(dice.below(2))" }"#
        }
    }
}
