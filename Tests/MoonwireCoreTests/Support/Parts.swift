import MoonwireCore
import MoonwireValues
import TestSupport

/// What the tests of direct builds wire: parts that go into each other, by initializers alone.
enum Parts {
    static let types: [any Exposed.Type] = [Sheet.self, Row5.self, Piece.self, Odd.self, Stack.self, Selfish.self]
}

final class Sheet: Sendable, Exposed {
    let count: Int
    let ratio: Double
    let isOn: Bool
    let title: String

    init(count: Int, ratio: Double, isOn: Bool, title: String) {
        self.count = count
        self.ratio = ratio
        self.isOn = isOn
        self.title = title
    }

    static let exposure = Exposure(Sheet.self) {
        Initializer("count", "ratio", "isOn", "title") { Sheet(count: $0, ratio: $1, isOn: $2, title: $3) }
        Provides { $0 as any Titled }
    }
}

protocol Titled: AnyObject, Sendable { var title: String { get } }
extension Sheet: Titled {}

/// More arguments than most have.
final class Row5: Sendable, Exposed {
    let first: Sheet
    let second: Sheet
    let title: String
    let number: Int
    let third: Sheet

    init(_ first: Sheet, _ second: Sheet, _ title: String, _ number: Int, _ third: Sheet) {
        self.first = first
        self.second = second
        self.title = title
        self.number = number
        self.third = third
    }

    static let exposure = Exposure(Row5.self) {
        Initializer("first", "second", "title", "number", "third") { Row5($0, $1, $2, $3, $4) }
    }
}

/// Counts, in the counter of its name, how many there are and were, and fails when it is told to.
class Piece: @unchecked Sendable, Exposed {  // Constants.
    static let alive = Collected<(name: String, change: Int)>()
    let name: String

    init(name: String) throws {
        self.name = name
        if name.hasSuffix("!") { throw Refused() }
        Self.alive.append((name, 1))
    }

    deinit { Self.alive.append((name, -1)) }

    static func made(_ name: String) -> Int { alive.elements.filter { $0.name == name && $0.change > 0 }.count }
    static func left(_ name: String) -> Int { alive.elements.filter { $0.name == name }.map(\.change).reduce(0, +) }

    class var exposure: Exposure {
        Self.own
    }
    private static let own = Exposure(Piece.self) { Initializer("name") { try Piece(name: $0) } }

    struct Refused: Error {}
}

/// A piece that is not of the very class.
final class Odd: Piece, @unchecked Sendable {  // Constants.
    override class var exposure: Exposure { own }
    private static let own = Exposure(Odd.self) { Initializer("name") { try Odd(name: $0) } }
}

final class Stack: Sendable, Exposed {
    let lower: Piece
    let middle: Piece
    let upper: Piece

    init(_ lower: Piece, _ middle: Piece, _ upper: Piece) {
        self.lower = lower
        self.middle = middle
        self.upper = upper
    }

    static let exposure = Exposure(Stack.self) {
        Initializer("lower", "middle", "upper") { Stack($0, $1, $2) }
    }
}

/// Asks for itself while it is made.
final class Selfish: Sendable, Exposed {
    static let containers = Collected<Container>()

    init(name: String) throws { _ = try Self.containers.elements[0].resolve(name, as: Selfish.self) }

    static let exposure = Exposure(Selfish.self) {
        Initializer("name") { try Selfish(name: $0) }
    }
}
