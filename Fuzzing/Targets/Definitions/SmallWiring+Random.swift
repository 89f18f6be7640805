/// Writes a wiring as the bytes determine: valid, or with one mistake.
struct SmallWiringWriter {
    private var reader: ByteReader
    /// What is defined so far: later definitions refer to it.
    private var ids: [String] = []
    private var takingArguments: Set<String> = []
    private var parents: [String] = []
    /// The parent of albums; nil for none.
    private var shelf: String?
    private var parameters: [String] = []
    /// The services that others may be given later, whether or not they are defined already.
    private var laterTargets: [String] = []
    /// How many values are written before the one that is a mistake; nil for none.
    private var valuesBeforeMistake: Int?

    private static let labels = ["a", "b", "c"]
    private static let tags = ["t0", "t1"]

    static func wiring(_ bytes: [UInt8]) -> (wiring: SmallWiring, reader: ByteReader) {
        var writer = SmallWiringWriter(reader: ByteReader(bytes))
        if writer.reader.below(4) == 3 { writer.valuesBeforeMistake = writer.reader.below(24) }
        let wiring = SmallWiring(files: [writer.first(), writer.second()])
        return (wiring, writer.reader)
    }

    private init(reader: ByteReader) { self.reader = reader }

    private mutating func first() -> SmallWiring.File {
        var file = SmallWiring.File()
        var values: [String: SmallWiring.Value] = [:]
        for name in ["p0", "p1", "p2"] {
            values[name] = plain()
            parameters.append(name)
        }
        file.statements.append(.parameters(values))
        if reader.below(3) == 2 { file.scope = reader.choice(.transient, .graph) }
        if reader.below(3) == 2 { file.tags = [SmallWiring.Tag(name: "every", priority: reader.below(3))] }
        file.isAuto = reader.below(4) == 3
        file.statements.append(.memo("memo0"))
        let count = 2 + reader.below(5)
        laterTargets = (0..<count).map { "s\($0)" }
        for number in 0..<1 + reader.below(2) {
            var base = definition()
            base.isAbstract = true
            base.tags = []
            file.statements.append(.service("base\(number)", base))
            parents.append("base\(number)")
        }
        for number in 0..<count { file.statements.append(service("s\(number)")) }
        file.statements += albums()
        if reader.below(2) == 1 { file.statements.append(alias("alias0")) }
        if reader.below(2) == 1 { file.statements.append(decorator()) }
        if reader.below(4) == 3 {
            // Nothing needs it, so that it forms no cycle.
            var all = SmallWiring.Definition()
            all.arguments["a"] = .everyRecord
            file.statements.append(.service("all", all))
        }
        return file
    }

    private mutating func albums() -> [SmallWiring.Statement] {
        var statements: [SmallWiring.Statement] = []
        if reader.below(3) == 2 {
            var base = album()
            base.isAbstract = true
            statements.append(.service("shelf", base))
            shelf = "shelf"
        }
        for number in 0..<reader.below(3) {
            statements.append(.service("v\(number)", album()))
            ids.append("v\(number)")
        }
        return statements
    }

    private mutating func second() -> SmallWiring.File {
        var file = SmallWiring.File()
        file.isAuto = reader.below(4) == 3
        for _ in 0..<reader.below(4) {
            switch reader.below(10) {
            case 8, 9:
                guard let id = one(ofAlbums: ids) else { continue }
                if reader.below(2) == 1 {
                    var change = album(isExtension: true)
                    change.scope = nil
                    file.statements.append(.extend(id, change))
                } else {
                    let known = ids
                    ids = Array(ids.prefix { $0 != id })
                    file.statements.append(.service(id, album()))
                    ids = known
                }
            case 6: file.statements.append(.memo("memo\(reader.below(2))"))
            case 0:
                var change = definition()
                change.parent = nil
                change.scope = nil
                file.statements.append(.extend(one(of: services, orNobody: true), change))
            case 1:
                let id = one(of: services)
                // What it refers to comes before it, so that it forms no cycle.
                let known = ids
                ids = Array(ids.prefix { $0 != id })
                file.statements.append(.service(id, definition()))
                ids = known
            case 2: file.statements.append(decorator())
            case 3: file.statements.append(.parameters(["p\(reader.below(2))": plain()]))
            case 4: file.statements.append(alias("alias1"))
            default:
                let id = reader.below(2) == 1 ? one(of: services) : "extra"
                file.statements.append(.defaultService(id, definition()))
            }
        }
        return file
    }

    private var services: [String] { ids.filter { $0.hasPrefix("s") } }

    private mutating func one(ofAlbums ids: [String]) -> String? {
        let albums = ids.filter { $0.hasPrefix("v") }
        return albums.isEmpty ? nil : one(of: albums)
    }

    private mutating func service(_ id: String) -> SmallWiring.Statement {
        var definition = definition()
        if reader.below(5) == 4 {
            definition.positional = []
            definition.arguments["c"] = .argument(default: reader.below(9))
            definition.scope = .transient
            takingArguments.insert(id)
        }
        defer { ids.append(id) }
        return .service(id, definition)
    }

    private mutating func alias(_ id: String) -> SmallWiring.Statement {
        let target = one(of: services, orNobody: true)
        if !ids.contains(id) { ids.append(id) }
        return .alias(id, of: target)
    }

    private mutating func decorator() -> SmallWiring.Statement {
        let albums = ids.filter { $0.hasPrefix("v") }
        let target = one(of: services + albums, orNobody: true)
        let known = ids
        ids = Array(ids.prefix { $0 != target })
        defer { ids = known }
        if reader.below(3) == 2 { return .decorate(target, frame(), priority: reader.below(3)) }
        var decorator = SmallWiring.Definition()
        decorator.arguments = ["a": .inner]
        if reader.below(2) == 1 { decorator.arguments["b"] = plain() }
        if reader.below(2) == 1, !ids.isEmpty { decorator.setters = [.note(.reference(one(of: ids), [:]))] }
        return .decorate(target, decorator, priority: reader.below(3))
    }

    private mutating func definition() -> SmallWiring.Definition {
        var definition = SmallWiring.Definition()
        if !parents.isEmpty, reader.below(4) == 3 {
            definition.parent = one(of: parents, orNobody: true)
        }
        definition.isAuto = reader.below(8) == 7
        for label in Self.labels where reader.below(2) == 1 { definition.arguments[label] = value() }
        if reader.below(3) == 2 { definition.moveToPositions(1 + reader.below(3), Self.labels) }
        if isMistake() { definition.arguments["d"] = .integer(1) }
        if reader.below(3) == 2 { definition.setters.append(.note(value())) }
        if reader.below(3) == 2 { definition.setters.append(.back(one(of: laterTargets, orNobody: true))) }
        if definition.setters.count > 1, reader.below(2) == 1 { definition.setters.reverse() }
        for _ in 0..<reader.choice(0, 0, 1, 2) { definition.calls.append(value()) }
        if reader.below(3) == 2 {
            definition.tags = [SmallWiring.Tag(name: Self.tags[reader.below(2)], priority: reader.below(3))]
        }
        switch reader.below(5) {
        case 3: definition.scope = .transient
        case 4: definition.scope = .graph
        default: if definition.parent != nil { definition.scope = .shared }
        }
        return definition
    }

    /// What is wired, and what is given.
    private mutating func album(isExtension: Bool = false) -> SmallWiring.Definition {
        var album = SmallWiring.Definition()
        album.type = .album
        album.isAuto = reader.below(4) != 3
        if reader.below(3) == 2 {
            album.arguments["memo"] = memo()
            if reader.below(2) == 1 { album.moveToPositions(1, ["memo"]) }
        }
        if reader.below(2) == 1 { album.arguments["port"] = port() }
        if reader.below(2) == 1 { album.arguments["a"] = value() }
        if isMistake() { album.arguments["b"] = .integer(1) }
        if let shelf, !isExtension, reader.below(3) == 2 {
            album.parent = shelf
            album.scope = .shared
        } else if reader.below(4) == 3 {
            album.scope = .transient
        }
        return album
    }

    private mutating func frame() -> SmallWiring.Definition {
        var frame = SmallWiring.Definition()
        frame.type = .frame
        frame.isAuto = reader.below(4) != 3
        if !frame.isAuto || reader.below(3) == 2 { frame.arguments["around"] = .inner }
        if reader.below(4) == 3 { frame.arguments["memo"] = memo() }
        if reader.below(2) == 1 { frame.arguments["port"] = port() }
        return frame
    }

    private mutating func memo() -> SmallWiring.Value { reader.choice(.memo("memo0"), .memo("memo0"), .typed) }

    private mutating func port() -> SmallWiring.Value {
        isMistake() ? .text([.literal("t")]) : .integer(reader.below(9))
    }

    private mutating func isMistake() -> Bool {
        guard let left = valuesBeforeMistake else { return false }
        valuesBeforeMistake = left == 0 ? nil : left - 1
        return left == 0
    }

    private mutating func one(of values: [String], orNobody: Bool = false) -> String {
        orNobody && isMistake() ? "nobody" : values.isEmpty ? "nobody" : values[reader.below(values.count)]
    }

    private mutating func plain() -> SmallWiring.Value {
        switch reader.below(4) {
        case 0: .integer(reader.below(9))
        case 1: .text([.literal("t\(reader.below(9))")])
        case 2: parameters.isEmpty ? .integer(7) : .text([.parameter(one(of: parameters)), .literal("x")])
        default: parameters.isEmpty ? .integer(8) : .text([.parameter(one(of: parameters))])
        }
    }

    private mutating func value(_ depth: Int = 0) -> SmallWiring.Value {
        if isMistake() { return reader.choice(.reference("nobody", [:]), .parameter("none"), .reference("base0", [:])) }
        switch reader.below(depth < 2 ? 10 : 6) {
        case 0: return .integer(reader.below(9))
        case 1: return plain()
        case 2: return .parameter(one(of: parameters))
        case 3, 4: return reference()
        case 5:
            switch reader.below(8) {
            case 0, 1: return .optional("none", isDropped: false)
            case 2: return .typed
            case 3: return .everyMemo
            // Most of what it collects needs what collects it.
            case 4: return reader.below(4) == 3 ? .everyRecord : .everyMemo
            default: return .tagged(Self.tags[reader.below(2)])
            }
        case 6:
            var elements = (0..<1 + reader.below(3)).map { _ in value(depth + 1).inCollection }
            if reader.below(3) == 2 { elements.append(.optional("none", isDropped: true)) }
            return .list(elements)
        case 7: return .map(["k": value(depth + 1).inCollection, "l": .optional("none", isDropped: true)])
        case 8:
            var inline = SmallWiring.Definition()
            inline.arguments["a"] = value(depth + 1)
            if reader.below(2) == 1 { inline.moveToPositions(1, Self.labels) }
            return .inline(inline)
        default: return ids.isEmpty ? .integer(1) : .optional(one(of: ids), isDropped: reader.below(2) == 1)
        }
    }

    private mutating func reference() -> SmallWiring.Value {
        guard !ids.isEmpty else { return .integer(2) }
        let id = one(of: ids)
        return .reference(
            id, takingArguments.contains(id) && reader.below(2) == 1 ? ["n": .integer(10 + reader.below(9))] : [:])
    }
}

extension SmallWiring.Definition {
    /// Writes the first arguments, as many as there are in a row, by position.
    fileprivate mutating func moveToPositions(_ count: Int, _ labels: [String]) {
        for label in labels.prefix(count) {
            // What is left out has no position.
            guard let value = arguments[label] else { return }
            if case .optional = value { return }
            arguments[label] = nil
            positional.append(value)
        }
    }
}

extension SmallWiring.Value {
    /// A collection contains no nil.
    fileprivate var inCollection: SmallWiring.Value {
        if case .optional(let id, _) = self { .optional(id, isDropped: true) } else { self }
    }
}
