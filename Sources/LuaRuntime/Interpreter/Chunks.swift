/// The texts that an interpreter loaded lately, so that errors can show where they arose.
struct Chunks {
    /// Bytes of all texts that are kept together.
    static let capacity = 4 << 20

    /// The names of chunks, by what messages call them.
    private var names: [String: String] = [:]
    private var texts: [String: String] = [:]
    /// The names whose texts are kept, oldest first.
    private var order: [String] = []
    private var size = 0

    /// Lua shortens long names in its messages.
    mutating func remember(_ name: String, _ text: String) {
        let shown = name.utf8.count < 60 ? name : "..." + String(decoding: name.utf8.suffix(56), as: UTF8.self)
        names[shown] = name
        if let known = texts.updateValue(text, forKey: name) {
            size -= known.utf8.count
        } else {
            order.append(name)
        }
        size += text.utf8.count
        if size > Self.capacity { forgetOldest() }
    }

    /// The name of the chunk that messages call so.
    func name(shownAs shown: String) -> String? { names[shown] }

    func text(of name: String) -> String? { texts[name] }

    private mutating func forgetOldest() {
        var count = 0
        while size > Self.capacity, count < order.count {
            size -= texts.removeValue(forKey: order[count])?.utf8.count ?? 0
            count += 1
        }
        order.removeFirst(count)
    }
}
