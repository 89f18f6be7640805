/// A block or brackets that are open at a position in the source.
struct CodeFrame {
    enum Kind {
        case chunk
        case function
        case block
        case brackets
    }

    let kind: Kind
    /// The line where the current expression begins.
    var expression: Int
    /// The arguments or results in it.
    var list: ValueList?
    /// Local variables that are set to tables.
    var locals: [(name: Range<Int>, table: SourcePosition)] = []
    /// What the chunk or function returns.
    var returned = FoundTables()
    /// The lines of the keyword `function` and of the parenthesis after it: Lua uses one or the other.
    private let first: Int
    private var head: Int?

    init(_ kind: Kind, at line: Int, list: ValueList? = nil) {
        self.kind = kind
        self.list = list
        expression = line
        first = line
    }

    /// Whether a `return` in it returns from it.
    var returns: Bool { kind == .chunk || kind == .function }

    /// Whether the parenthesis opens the parameters of the function.
    mutating func readHead(_ parenthesis: Tokenizer.Token) -> Bool {
        guard kind == .function, head == nil else { return false }
        head = parenthesis.line
        return true
    }

    /// Whether it is the function that begins and ends at the lines, as Lua counts them.
    func isFunction(first line: Int, last: Int, end: Tokenizer.Token) -> Bool {
        guard kind == .function, let head else { return false }
        return first <= line && line <= head && end.line == last
    }
}

/// The tables that a value may be, as far as the source shows.
struct FoundTables {
    private(set) var positions: [SourcePosition] = []
    /// Whether it may be something else, too.
    private(set) var isOpen = false

    /// With more of them, the result is uncertain.
    private static let most = 8

    mutating func add(_ position: SourcePosition) {
        if positions.count < Self.most { positions.append(position) } else { isOpen = true }
    }

    mutating func leaveOpen() { isOpen = true }

    mutating func add(_ other: FoundTables) {
        for position in other.positions { add(position) }
        if other.isOpen { isOpen = true }
    }
}
