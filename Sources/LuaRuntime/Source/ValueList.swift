/// A list of arguments or results, one of which is searched for.
struct ValueList {
    /// The form of a value.
    enum Value {
        case table(SourcePosition)
        case name(Range<Int>)
        /// A string, a number, or a function, but not a table.
        case constant
        /// A value that is known only when the script runs.
        case computed
    }

    private let wanted: Int
    private var index = 1
    private var current: Value?
    private var found: Value?

    /// - Parameter wanted: The position of the value, counted from one.
    init(wanted: Int) {
        self.wanted = wanted
    }

    /// Reads a token of the list itself, not one in brackets or in a function.
    mutating func read(_ token: Tokenizer.Token, _ word: LuaWord?) {
        if token.isSymbol(",") {
            (index, current) = (index + 1, nil)
        } else if current == nil {
            current = Self.value(token, word)
        } else {
            current = .computed
        }
        if index == wanted { found = current }
    }

    /// The value that is searched for.
    ///
    /// A call at the end of the list may have several results.
    var value: Value? {
        if case .computed? = current, index < wanted { return .computed }
        return found
    }

    private static func value(_ token: Tokenizer.Token, _ word: LuaWord?) -> Value {
        switch token.kind {
        case .text, .number: .constant
        case .symbol: token.isSymbol("{") ? .table(SourcePosition(token)) : .computed
        case .name:
            switch word {
            case .nil, .true, .false, .function: .constant
            case nil: .name(token.range)
            default: .computed
            }
        }
    }
}
