public import MoonwireValues

/// Reads an argument whose type is known only at run time: existentials, which conform to nothing, and plain types that are not
/// ``Convertible``.
///
/// The converter is chosen once, when the type is exposed.
@usableFromInline struct DynamicArgument<Value>: Sendable {
    @usableFromInline let argument: ExposedArgument<Value>
    @usableFromInline let converter: DynamicConverter<Value>

    @usableFromInline init(_ argument: ExposedArgument<Value>) {
        self.argument = argument
        converter = DynamicConverter()
    }

    @usableFromInline func read(_ index: inout Int, of call: Call) throws -> Value {
        defer { index += 1 }
        do {
            guard let reader = call.argument(index) else { return try leftOut(of: call) }
            return try converter.read(reader)
        } catch {
            throw call.source.leaving(with: error, at: argument.label)
        }
    }

    private func leftOut(of call: Call) throws -> Value {
        if let value = call.runUserCode(argument.valueLeftOut) { return value }
        if let none = converter.none { return none }
        throw ConversionError(.missing)
    }

    func description() -> ArgumentDescription {
        ArgumentDescription(
            label: argument.label, type: typeName(Value.self), shape: converter.shape,
            hasDefault: argument.canBeLeftOut, swiftType: SwiftType(Value.self),
            leftOut: LeftOutValue(argument.valueLeftOut))
    }
}

/// How a type that is known only at run time is read and written.
@usableFromInline struct DynamicConverter<Value>: Sendable {
    @usableFromInline let read: @Sendable (ValueReader) throws -> Value
    let shape: ValueShape
    /// The value of an omitted argument if the type is an optional.
    var none: Value? { isOptional ? (Any?.none as? Value) : nil }
    private let isOptional: Bool

    @usableFromInline init() {
        if let convertible = Value.self as? any Convertible.Type {
            self = .init(convertible)
        } else if let optional = Value.self as? any OptionalType.Type {
            self = .init(optional: optional)
        } else if let list = Value.self as? any ListType.Type {
            self = .init(list: list)
        } else if let map = Value.self as? any MapType.Type {
            self = .init(map: map)
        } else if let pairs = Value.self as? any PairsType.Type {
            self = .init(pairs: pairs)
        } else {
            let takesAnyValue = Value.self == Any.self || Value.self == AnyHashable.self
            read = { takesAnyValue ? try DynamicConverter.anything($0) : try DynamicConverter.object($0) }
            shape = .object(of: Value.self)
            isOptional = false
        }
    }

    private init<C: Convertible>(_: C.Type) {
        read = { reader in
            let value = try C.read(from: reader)
            guard let same = value as? Value else { throw reader.mismatch(type: Value.self) }
            return same
        }
        shape = C.shape
        isOptional = C.self is any OptionalType.Type
    }

    private init<O: OptionalType>(optional: O.Type) {
        let wrapped = DynamicConverter<O.Wrapped>()
        read = { reader in
            let value: O.Wrapped? = try reader.isNull ? nil : try wrapped.read(reader)
            guard let same = value as? Value else { throw reader.mismatch(type: Value.self) }
            return same
        }
        shape = .optional(wrapped.shape)
        isOptional = true
    }

    private init<L: ListType>(list: L.Type) {
        let element = DynamicConverter<L.Element>()
        read = { reader in
            var elements: [L.Element] = []
            try reader.forEachElement { child in
                elements.append(try within("\(elements.count + 1)") { try element.read(child) })
            }
            guard let same = elements as? Value else { throw reader.mismatch(type: Value.self) }
            return same
        }
        shape = .list(element.shape)
        isOptional = false
    }

    private init<M: MapType>(map: M.Type) {
        let element = DynamicConverter<M.Entry>()
        read = { reader in
            var entries: [M.Key: M.Entry] = [:]
            try reader.forEachEntry { key, child in
                let name = try M.Key.readKey(from: key)
                entries[name] = try within("\(name)") { try element.read(child) }
            }
            guard let same = entries as? Value else { throw reader.mismatch(type: Value.self) }
            return same
        }
        shape = .map(element.shape)
        isOptional = false
    }

    private init<P: PairsType>(pairs: P.Type) {
        let value = DynamicConverter<P.Value>()
        read = { reader in
            let pairs = try KeyValuePairs.read(from: reader, key: P.Key.read, value: value.read)
            guard let same = pairs as? Value else { throw reader.mismatch(type: Value.self) }
            return same
        }
        shape = .pairs(key: P.Key.shape, value: value.shape)
        isOptional = false
    }

    private static func object(_ reader: ValueReader) throws -> Value {
        guard let object = try reader.source.object(at: reader.position) else {
            throw reader.mismatch(type: Value.self)
        }
        guard !(object is any ServiceHandleOwner),
            let value = unboxed(object, as: Value.self) ?? reader.source.provided(object, as: Value.self)
        else {
            throw reader.mismatch(type: Value.self, found: object)
        }
        return value
    }

    /// Plain data as its natural Swift value, with elements of the same type; anything else as the object itself.
    private static func anything(_ reader: ValueReader) throws -> Value {
        let isHashable = Value.self == AnyHashable.self
        let plain: Any =
            switch try reader.kind {
            case .null: throw reader.mismatch(type: Value.self)
            case .boolean: try Bool.read(from: reader)
            case .integer: try Int.read(from: reader)
            case .number: try Double.read(from: reader)
            case .text: try reader.source.string(at: reader.position) ?? reader.data() as Any
            case .list where isHashable: try DynamicConverter<[AnyHashable]>().read(reader)
            case .list: try DynamicConverter<[Any]>().read(reader)
            case .map where isHashable: try DynamicConverter<[String: AnyHashable]>().read(reader)
            case .map: try DynamicConverter<[String: Any]>().read(reader)
            case .object, .function, .handle: try object(reader)
            }
        guard let value = plain as? Value else { throw reader.mismatch(type: Value.self) }
        return value
    }
}
