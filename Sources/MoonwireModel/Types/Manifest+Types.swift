import MoonwireValues

// The descriptions in a manifest. What most of them have is left out, and assumed where it is missing.

extension TypeDescription: Codable {
    private enum CodingKeys: CodingKey {
        case name, qualifiedName, isSendable, initializers, methods, staticMethods, properties, provides, providedTypes
        case documentation, slots, overridables, scripted
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        let qualifiedName = try container.decode(.qualifiedName, default: name)
        self.init(
            name: name, qualifiedName: qualifiedName, isSendable: try container.decode(.isSendable, default: true),
            initializers: try container.decode(.initializers, default: [Signature]()).map {
                $0.stating(result: name, .object(qualifiedName))
            },
            methods: try container.decode(.methods, default: []),
            staticMethods: try container.decode(.staticMethods, default: []),
            properties: try container.decode(.properties, default: []),
            provides: try container.decode(.provides, default: []),
            providedTypes: try container.decode(.providedTypes, default: []),
            documentation: try container.decodeIfPresent(String.self, forKey: .documentation),
            slots: try container.decode(.slots, default: []),
            overridables: try container.decode(.overridables, default: []),
            scripted: try container.decode(.scripted, default: []))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(qualifiedName, .qualifiedName, unless: name)
        try container.encode(isSendable, .isSendable, unless: true)
        let initializers = initializers.map { $0.omitting(result: name, .object(qualifiedName)) }
        try container.encode(initializers, .initializers, unless: [])
        try container.encode(methods, .methods, unless: [])
        try container.encode(staticMethods, .staticMethods, unless: [])
        try container.encode(properties, .properties, unless: [])
        try container.encode(provides, .provides, unless: [])
        try container.encode(providedTypes, .providedTypes, unless: [])
        try container.encodeIfPresent(documentation, forKey: .documentation)
        try container.encode(slots, .slots, unless: [])
        try container.encode(overridables, .overridables, unless: [])
        try container.encode(scripted, .scripted, unless: [])
    }
}

extension Signature: Codable {
    private enum CodingKeys: CodingKey {
        case name, arguments, result, resultShape, isolation, isAsync, documentation
    }

    @usableFromInline package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(.name, default: ""),
            arguments: try container.decode(.arguments, default: []),
            result: try container.decode(.result, default: ""),
            resultShape: try container.decode(.resultShape, default: .anything),
            isolation: try container.decode(.isolation, default: .none),
            isAsync: try container.decode(.isAsync, default: false),
            documentation: try container.decodeIfPresent(String.self, forKey: .documentation))
    }

    @usableFromInline package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, .name, unless: "")
        try container.encode(arguments, .arguments, unless: [])
        try container.encode(result, .result, unless: "")
        try container.encode(resultShape, .resultShape, unless: .anything)
        try container.encode(isolation, .isolation, unless: .none)
        try container.encode(isAsync, .isAsync, unless: false)
        try container.encodeIfPresent(documentation, forKey: .documentation)
    }

    /// The initializer without a result that is its own type.
    fileprivate func omitting(result: String, _ shape: ValueShape) -> Signature {
        self.result == result && resultShape == shape ? with(result: "", .anything) : self
    }

    /// The initializer with the result that a manifest omits.
    fileprivate func stating(result: String, _ shape: ValueShape) -> Signature {
        self.result.isEmpty && resultShape == .anything ? with(result: result, shape) : self
    }

    private func with(result: String, _ shape: ValueShape) -> Signature {
        Signature(
            name: name, arguments: arguments, result: result, resultShape: shape, isolation: isolation,
            isAsync: isAsync, documentation: documentation)
    }
}

extension ArgumentDescription: Codable {
    private enum CodingKeys: CodingKey { case label, type, shape, hasDefault }

    @usableFromInline package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            label: try container.decode(String.self, forKey: .label),
            type: try container.decode(String.self, forKey: .type),
            shape: try container.decode(.shape, default: .anything),
            hasDefault: try container.decode(.hasDefault, default: false))
    }

    @usableFromInline package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(label, forKey: .label)
        try container.encode(type, forKey: .type)
        try container.encode(shape, .shape, unless: .anything)
        try container.encode(hasDefault, .hasDefault, unless: false)
    }
}

extension PropertyDescription: Codable {
    private enum CodingKeys: CodingKey { case name, type, shape, isWritable, documentation }

    @usableFromInline package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            type: try container.decode(String.self, forKey: .type),
            shape: try container.decode(.shape, default: .anything),
            isWritable: try container.decode(.isWritable, default: false),
            documentation: try container.decodeIfPresent(String.self, forKey: .documentation))
    }

    @usableFromInline package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(type, forKey: .type)
        try container.encode(shape, .shape, unless: .anything)
        try container.encode(isWritable, .isWritable, unless: false)
        try container.encodeIfPresent(documentation, forKey: .documentation)
    }
}

extension KeyedDecodingContainer {
    fileprivate func decode<Value: Decodable>(_ key: Key, default value: Value) throws -> Value {
        contains(key) ? try decode(Value.self, forKey: key) : value
    }
}

extension KeyedEncodingContainer {
    fileprivate mutating func encode<Value: Encodable & Equatable>(
        _ value: Value, _ key: Key, unless omitted: Value
    ) throws {
        if value != omitted { try encode(value, forKey: key) }
    }
}
