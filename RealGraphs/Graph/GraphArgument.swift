/// An argument of a service in the data.
indirect enum GraphArgument: Sendable, Hashable {
    /// A literal; strings may contain `%parameter%`.
    case value(JSON)
    case constant(String)
    case reference(String, Missing)
    case list([GraphArgument])
    case map([Entry])
    case tagged(Tagged)
    case inline(GraphService)
    /// A map whose services are built when they are first used.
    case locator([Entry])
    /// A list or a map whose services are built when they are first used.
    case iterator([GraphArgument])
    case expression(String)
    /// An argument that a child must replace.
    case abstract(String)

    /// What happens if a reference names a service that is not defined.
    enum Missing: String, Sendable {
        case fault, null, ignore
    }

    struct Entry: Sendable, Hashable {
        let key: String
        let value: GraphArgument
    }

    struct Tagged: Sendable, Hashable {
        let tag: String
        /// The attribute whose values are the keys of a map; nil for a list.
        let index: String?
        let isLocator: Bool
    }

    init(_ value: JSON, in place: String) throws {
        var fields = try Fields(value, in: place)
        let argument = try Self.read(&fields, in: place)
        try fields.finish()
        guard let argument else { throw GraphError("\(place): it is not an argument: \(value.phrase)") }
        self = argument
    }

    private static func read(_ fields: inout Fields, in place: String) throws -> GraphArgument? {
        if let value = fields.value("value") { return .value(value) }
        if let name = try fields.string("constant") { return .constant(name) }
        if let id = try fields.string("ref") { return .reference(id, try missing(&fields, in: place)) }
        if let tag = try fields.string("tagged") {
            let index = try fields.string("index-by")
            return .tagged(Tagged(tag: tag, index: index, isLocator: try fields.boolean("locator") ?? false))
        }
        if let service = fields.value("inline") {
            return .inline(try GraphService(service, in: "\(place): inline service", isInline: true))
        }
        if let text = try fields.string("expression") { return .expression(text) }
        if let text = try fields.string("abstract") { return .abstract(text) }
        return try readCollection(&fields, in: place)
    }

    private static func readCollection(_ fields: inout Fields, in place: String) throws -> GraphArgument? {
        if case .list(let elements)? = fields.value("list") {
            return .list(try elements.map { try GraphArgument($0, in: place) })
        }
        if case .object? = fields.value("map") { return .map(try entries("map", &fields, in: place)) }
        if case .list([])? = fields.value("map") { return .map([]) }
        if fields.value("service_locator") != nil {
            return .locator(try entries("service_locator", &fields, in: place))
        }
        switch fields.value("iterator") {
        case .list(let elements): return .iterator(try elements.map { try GraphArgument($0, in: place) })
        case .object: return .locator(try entries("iterator", &fields, in: place))
        default: return nil
        }
    }

    private static func entries(_ key: String, _ fields: inout Fields, in place: String) throws -> [Entry] {
        try fields.entries(key).map { Entry(key: $0.key, value: try GraphArgument($0.value, in: place)) }
    }

    private static func missing(_ fields: inout Fields, in place: String) throws -> Missing {
        guard let name = try fields.string("on_invalid"), name != "exception" else { return .fault }
        guard let missing = Missing(rawValue: name), missing != .fault else {
            throw GraphError("\(place): unknown \"on_invalid\" \"\(name)\"")
        }
        return missing
    }
}
