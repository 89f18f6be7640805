import Moonwire

/// A type that is not `Sendable`.
final class Tape: Exposed {
    static let exposure = Exposure(Tape.self) { Initializer { Tape() } }
}

/// Guards a tape of its own.
final class Deck: Exposed, @unchecked Sendable {  // Constants; what it holds, tests never use.
    let tape: Tape

    init(tape: Tape) { self.tape = tape }

    static let exposure = Exposure(Deck.self) { Initializer("tape") { Deck(tape: $0) } }
}

final class Mixer: Exposed, Sendable {
    let left: Deck, right: Deck

    init(left: Deck, right: Deck) {
        self.left = left
        self.right = right
    }

    static let exposure = Exposure(Mixer.self) { Initializer("left", "right") { Mixer(left: $0, right: $1) } }
}

final class Session: Exposed {
    let tape: Tape, deck: Deck

    init(tape: Tape, deck: Deck) {
        self.tape = tape
        self.deck = deck
    }

    static let exposure = Exposure(Session.self) { Initializer("tape", "deck") { Session(tape: $0, deck: $1) } }
}
