/// The source of recent chunks, so that errors can show the lines where they occur.
struct ChunkSources {
    /// The bytes of all sources that are kept.
    static let capacity = 4 << 20
    /// What keeping a source costs in addition to its bytes, so that short ones are removed, too.
    private static let overhead = 128
    /// The number of names that are kept at least.
    private static let fewestNames = 1000

    /// The names of chunks by the form that messages show: recent ones, and older ones.
    private var names: [String: String] = [:]
    private var earlierNames: [String: String] = [:]
    private var sources: [String: String] = [:]
    /// The names of the sources that are kept, oldest first.
    private var order: [String] = []
    private var size = 0

    mutating func remember(_ name: String, _ source: String) {
        keep(name, shownAs: Self.shown(name))
        if let known = sources.updateValue(source, forKey: name) {
            size -= Self.cost(name, known)
        } else {
            order.append(name)
        }
        size += Self.cost(name, source)
        if size > Self.capacity { forgetOldest() }
    }

    /// Lua shortens long names in its messages.
    static func shown(_ name: String) -> String {
        name.utf8.count < 60 ? name : "..." + String(decoding: name.utf8.suffix(56), as: UTF8.self)
    }

    /// The name of the chunk that messages show so.
    func name(shownAs shown: String) -> String? { names[shown] ?? earlierNames[shown] }

    func source(of name: String) -> String? { sources[name] }

    private mutating func keep(_ name: String, shownAs shown: String) {
        if names.count >= Self.fewestNames, names[shown] == nil { (earlierNames, names) = (names, [:]) }
        names[shown] = name
    }

    private static func cost(_ name: String, _ source: String) -> Int {
        name.utf8.count + source.utf8.count + overhead
    }

    private mutating func forgetOldest() {
        var count = 0
        while size > Self.capacity, count < order.count {
            if let source = sources.removeValue(forKey: order[count]) { size -= Self.cost(order[count], source) }
            count += 1
        }
        order.removeFirst(count)
    }
}
