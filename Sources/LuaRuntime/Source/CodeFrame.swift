/// What is open at a place in the text of a script: a block, or brackets.
struct CodeFrame {
    enum Kind {
        case chunk
        case function
        case block
        case brackets
    }

    let kind: Kind
    /// The line where the expression begins that is being read.
    var expression: Int
    /// The arguments or results that stand in it.
    var list: ValueList?
    /// Local names that are given tables.
    var locals: [(name: Range<Int>, table: SourcePlace)] = []
    /// What the chunk or function returns.
    var returned = FoundTables()
    /// The line of the word `function`, and that of the parenthesis behind it: Lua takes one or the other.
    private let first: Int
    private var head: Int?

    init(_ kind: Kind, at line: Int, list: ValueList? = nil) {
        self.kind = kind
        self.list = list
        expression = line
        first = line
    }

    /// Whether what `return` gives inside of it is its own.
    var returns: Bool { kind == .chunk || kind == .function }

    /// Whether the parenthesis opens the parameters of the function.
    mutating func readHead(_ parenthesis: Tokenizer.Token) -> Bool {
        guard kind == .function, head == nil else { return false }
        head = parenthesis.line
        return true
    }

    /// Whether it is the function that Lua says begins and ends with the lines.
    func isFunction(first line: Int, last: Int, end: Tokenizer.Token) -> Bool {
        guard kind == .function, let head else { return false }
        return first <= line && line <= head && end.line == last
    }
}

/// The tables that a value may be, as far as the text tells.
struct FoundTables {
    private(set) var places: [SourcePlace] = []
    /// Whether it may be something else as well.
    private(set) var isOpen = false

    /// More of them say nothing together.
    private static let most = 8

    mutating func add(_ place: SourcePlace) {
        if places.count < Self.most { places.append(place) } else { isOpen = true }
    }

    mutating func leaveOpen() { isOpen = true }

    mutating func add(_ other: FoundTables) {
        for place in other.places { add(place) }
        if other.isOpen { isOpen = true }
    }
}
