import LuaRuntime
import MoonwireCore
import MoonwireValues

/// The memory and work that scripts cause in the host: each value, definition, hook, rule, and diagnostic is counted.
struct ReadingCosts {
    /// The depth of the deepest value that is accepted: a deeper one is a mistake, contains itself, or attacks the stack.
    ///
    /// A service without an id counts with the tables in which it is written.
    static let deepest = 64
    /// The instructions that each element of a table, or of a service without an id, costs when a value contains it again.
    ///
    /// The table itself is read once, but everything that looks at the value visits it again.
    private static let instructionsOfSharedElement: Int64 = 250

    /// The number of bytes of a file that cost one instruction to read.
    static let bytesPerInstruction = 16

    /// The approximate sizes in bytes, without strings.
    enum Bytes {
        static let element = 64
        /// A placeholder in a string, with the text in front of it.
        static let placeholder = 192
        static let token = 128
        static let function = 256
        static let pendingCall = 256
        static let parameter = 512
        static let definition = 768
        static let tag = 512
        static let diagnostic = 768
        static let hook = 896
        static let pass = 640
        static let scenario = 640
        static let rule = 960
        /// The record of a file, without its text.
        static let file = 1024
    }

    /// A part of a value: how many elements it has, and how many tables and services deep it is.
    struct Extent {
        var elements = 0
        var depth = 0
    }

    /// A table that was read, or that is being read.
    enum SharedTable {
        case open
        case read(WiredValue, Extent)
    }

    private let limits: Interpreter.Limits
    private(set) var bytes = 0
    /// The elements that the running word has read so far.
    private(set) var elements = 0
    /// The depth of the value that is being read.
    var depth = 0
    /// The tables inside the value that is being read.
    var tables: [UnsafeRawPointer: SharedTable] = [:]
    /// The fault that ended the scripts; nil while they may continue.
    private(set) var fault: Diagnostic? {
        didSet { isEnded = fault != nil }
    }
    /// Whether there is a fault that ended the scripts, without a copy of it.
    private(set) var isEnded = false

    init(_ limits: Interpreter.Limits) {
        self.limits = limits
    }

    /// Prepares for a word that begins to read.
    mutating func begin() {
        elements = 0
        depth = 0
        if !tables.isEmpty { tables.removeAll(keepingCapacity: true) }
    }

    mutating func add(bytes count: Int) { bytes += count }

    mutating func add(elements count: Int) {
        elements += count
        bytes += count * Bytes.element
    }

    /// Plain data that was read as a whole.
    mutating func add(_ value: PlainValue) {
        add(elements: 1)
        switch value {
        case .text(let text): add(bytes: text.utf8.count)
        case .data(let bytes): add(bytes: bytes.count)
        case .list(let elements): for element in elements { add(element) }
        case .map(let entries):
            for (key, entry) in entries {
                add(bytes: key.utf8.count)
                add(entry)
            }
        default: break
        }
    }

    /// The bytes that remain for the graph.
    var room: Int { max(limits.hostMemory - bytes, 0) }

    /// Whether more was read than the limits allow.
    var isOverLimit: Bool { elements > limits.value.elements || bytes > limits.hostMemory }

    /// The instructions that a part costs when a value contains it again.
    func price(of part: Extent) -> Int64 {
        let (price, isOver) = Int64(part.elements).multipliedReportingOverflow(by: Self.instructionsOfSharedElement)
        return isOver ? .max : price
    }

    /// Ends the scripts, if they are over a limit.
    ///
    /// The arguments are evaluated only for a fault: words settle each call, and few exceed a limit.
    mutating func settle(_ subject: @autoclosure () -> String, at location: @autoclosure () -> ScriptLocation?) {
        guard isOverLimit, !isEnded else { return }
        fault =
            bytes > limits.hostMemory
            ? .tooMuchMemory(limit: limits.hostMemory, at: location())
            : .tooManyElements(subject(), limit: limits.value.elements, at: location())
    }

    /// Ends the scripts because values that are contained several times used up their instructions.
    mutating func end(_ subject: String, at location: ScriptLocation?) {
        if !isEnded { fault = .sharedTooOften(subject, at: location) }
    }
}
