import Foundation

/// A graph of services as data; Fixtures/README.md describes its shape.
struct Graph: Sendable {
    /// The parameters by name, in the order of the names.
    let parameters: [(name: String, value: JSON)]
    /// The definitions in written order, those of equal ids included.
    let services: [GraphService]

    /// Reads a graph from JSON; throws if it contains something that the shape does not have.
    init(json: Data) throws {
        var fields = try Fields(try JSONDecoder().decode(JSON.self, from: json), in: "the graph")
        parameters = try fields.entries("parameters").map { (name: $0.key, value: $0.value) }
        services = try fields.list("services").enumerated().map { number, value in
            try GraphService(value, in: "service \(number + 1)", isInline: false)
        }
        _ = fields.value("files")
        try fields.finish()
    }

    /// Reads a graph from a file.
    init(file: String) throws {
        try self.init(json: try Data(contentsOf: URL(filePath: file)))
    }
}

/// The definition of a service in the data.
///
/// Has more than twelve stored properties because the shape of the data has as many keys.
struct GraphService: Sendable, Hashable {
    /// Empty for an inline service.
    let id: String
    /// The file of the definition; empty if it is not known.
    let file: String
    let className: String?
    let alias: String?
    let parent: String?
    let isAbstract: Bool
    let isPublic: Bool
    let isShared: Bool
    let isLazy: Bool
    let isAutowired: Bool
    let isDeprecated: Bool
    let decorates: String?
    let decorationPriority: Int
    /// The id under which the decorator names what it decorates, other than `.inner` and `ID.inner`.
    let innerName: String?
    let arguments: [GraphArgument]
    let named: [Named]
    let calls: [Call]
    let properties: [Named]
    let tags: [Tag]
    let factory: Maker?
    let configurator: Maker?

    struct Named: Sendable, Hashable {
        let name: String
        let value: GraphArgument
    }

    struct Call: Sendable, Hashable {
        let method: String
        let arguments: [GraphArgument]
    }

    struct Tag: Sendable, Hashable {
        let name: String
        let attributes: [String: JSON]

        var priority: Int {
            switch attributes["priority"] {
            case .integer(let value): Int(value)
            case .string(let text): Int(text) ?? 0
            default: 0
            }
        }
    }

    /// A method that makes or completes an instance.
    enum Maker: Sendable, Hashable {
        case method(of: String, String)
        case staticMethod(of: String, String)
    }

    init(_ value: JSON, in place: String, isInline: Bool) throws {
        let known = try Fields(value, in: place).id
        let place = isInline ? place : known.map { "service \"\($0)\"" } ?? place
        var fields = try Fields(value, in: place)
        let id = try fields.string("id") ?? ""
        guard isInline || !id.isEmpty else { throw GraphError("\(place): it has no \"id\"") }
        self.id = isInline ? "" : id
        file = try fields.string("file") ?? ""
        className = try fields.string("class")
        alias = try fields.string("alias")
        parent = try fields.string("parent")
        isAbstract = try fields.boolean("abstract") ?? false
        isPublic = try fields.boolean("public") ?? false
        isShared = try fields.boolean("shared") ?? true
        isLazy = try fields.boolean("lazy") ?? false
        isAutowired = try fields.boolean("autowire") ?? false
        isDeprecated = ![nil, .null, .boolean(false)].contains(fields.value("deprecated"))
        decorates = try fields.string("decorates")
        decorationPriority = try fields.integer("decoration_priority") ?? 0
        innerName = try fields.string("inner")
        arguments = try fields.list("args").enumerated().map {
            try GraphArgument($0.element, in: "\(place): argument \($0.offset + 1)")
        }
        named = try fields.entries("named").map { try Named($0, in: "\(place): argument \"\($0.key)\"") }
        calls = try fields.list("calls").map { try Call($0, in: "\(place): calls") }
        properties = try fields.entries("set").map { try Named($0, in: "\(place): property \"\($0.key)\"") }
        tags = try fields.list("tags").map { try Tag($0, in: "\(place): tags") }
        factory = try fields.value("factory").map { try Maker($0, in: "\(place): factory") }
        configurator = try fields.value("configurator").map { try Maker($0, in: "\(place): configurator") }
        try fields.finish()
    }
}

extension GraphService.Named {
    fileprivate init(_ entry: (key: String, value: JSON), in place: String) throws {
        name = entry.key
        value = try GraphArgument(entry.value, in: place)
    }
}

extension GraphService.Call {
    fileprivate init(_ value: JSON, in place: String) throws {
        guard case .list(let parts) = value, parts.count == 2, case .string(let method) = parts[0],
            case .list(let arguments) = parts[1]
        else { throw GraphError("\(place): expected [method, [arguments]], got \(value.phrase)") }
        self.method = method
        self.arguments = try arguments.map { try GraphArgument($0, in: "\(place): \"\(method)\"") }
    }
}

extension GraphService.Tag {
    fileprivate init(_ value: JSON, in place: String) throws {
        guard case .list(let parts) = value, parts.count == 2, case .string(let name) = parts[0] else {
            throw GraphError("\(place): expected [name, {attributes}], got \(value.phrase)")
        }
        switch parts[1] {
        case .object(let attributes): self.init(name: name, attributes: attributes)
        case .list([]): self.init(name: name, attributes: [:])
        default: throw GraphError("\(place): expected [name, {attributes}], got \(value.phrase)")
        }
    }
}

extension GraphService.Maker {
    fileprivate init(_ value: JSON, in place: String) throws {
        var fields = try Fields(value, in: place)
        let service = try fields.string("service")
        let type = try fields.string("class")
        let method = try fields.string("method") ?? "__invoke"
        try fields.finish()
        switch (service, type) {
        case (let service?, nil): self = .method(of: service, method)
        case (nil, let type?): self = .staticMethod(of: type, method)
        default: throw GraphError("\(place): expected either \"service\" or \"class\"")
        }
    }
}
