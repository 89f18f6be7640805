/// Values that are written one after another, as arguments or results, of which one is looked for.
struct ValueList {
    /// What a value is written as.
    enum Value {
        case table(SourcePlace)
        case name(Range<Int>)
        /// A text, a number, a function: no table in any case.
        case constant
        /// Only running the script tells.
        case computed
    }

    private let wanted: Int
    private var place = 1
    private var current: Value?
    private var found: Value?

    /// - Parameter wanted: The value's place, counted from one.
    init(wanted: Int) {
        self.wanted = wanted
    }

    /// Reads a token that stands in the list itself, not within brackets or the blocks of a function.
    mutating func read(_ token: Tokenizer.Token, _ word: LuaWord?) {
        if token.isSymbol(",") {
            (place, current) = (place + 1, nil)
        } else if current == nil {
            current = Self.value(token, word)
        } else {
            current = .computed
        }
        if place == wanted { found = current }
    }

    /// The value that is looked for. A call at the end of the list may have given more than one.
    var value: Value? {
        if case .computed? = current, place < wanted { return .computed }
        return found
    }

    private static func value(_ token: Tokenizer.Token, _ word: LuaWord?) -> Value {
        switch token.kind {
        case .text, .number: .constant
        case .symbol: token.isSymbol("{") ? .table(SourcePlace(token)) : .computed
        case .name:
            switch word {
            case .nil, .true, .false, .function: .constant
            case nil: .name(token.range)
            default: .computed
            }
        }
    }
}
