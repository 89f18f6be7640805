/// The texts that an interpreter loaded lately, so that errors can show where they arose.
struct Chunks {
    /// Bytes of all texts that are kept together.
    static let capacity = 4 << 20
    /// What keeping a text costs beside its bytes, so that short ones do not stay for ever.
    private static let overhead = 128
    /// So many names are kept at least.
    private static let fewestNames = 1000

    /// The names of chunks, by what messages call them: the latest ones, and those before them.
    private var names: [String: String] = [:]
    private var earlierNames: [String: String] = [:]
    private var texts: [String: String] = [:]
    /// The names whose texts are kept, oldest first.
    private var order: [String] = []
    private var size = 0

    mutating func remember(_ name: String, _ text: String) {
        keep(name, shownAs: Self.shown(name))
        if let known = texts.updateValue(text, forKey: name) {
            size -= Self.cost(name, known)
        } else {
            order.append(name)
        }
        size += Self.cost(name, text)
        if size > Self.capacity { forgetOldest() }
    }

    /// Lua shortens long names in its messages.
    static func shown(_ name: String) -> String {
        name.utf8.count < 60 ? name : "..." + String(decoding: name.utf8.suffix(56), as: UTF8.self)
    }

    /// The name of the chunk that messages call so.
    func name(shownAs shown: String) -> String? { names[shown] ?? earlierNames[shown] }

    func text(of name: String) -> String? { texts[name] }

    private mutating func keep(_ name: String, shownAs shown: String) {
        if names.count >= Self.fewestNames, names[shown] == nil { (earlierNames, names) = (names, [:]) }
        names[shown] = name
    }

    private static func cost(_ name: String, _ text: String) -> Int {
        name.utf8.count + text.utf8.count + overhead
    }

    private mutating func forgetOldest() {
        var count = 0
        while size > Self.capacity, count < order.count {
            if let text = texts.removeValue(forKey: order[count]) { size -= Self.cost(order[count], text) }
            count += 1
        }
        order.removeFirst(count)
    }
}
