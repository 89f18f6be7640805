@_spi(Reflection) import Swift

#if canImport(ObjectiveC)
    import ObjectiveC
#endif

/// The runtime's information about the stored properties of a class, including its base classes, or of a struct.
struct StoredFields {
    struct Field {
        let name: String
        let type: Any.Type
        let offset: Int
    }

    let fields: [Field]
    /// The type, or one of its base classes, with stored properties that the runtime does not list, because it was compiled with
    /// `-disable-reflection-metadata`; nil if there is none.
    let hidden: Any.Type?
    var areHidden: Bool { hidden != nil }

    init(of owner: AnyClass) {
        let fields = Self.fields(of: owner)
        self.init(fields: fields, hidden: Self.hidden(in: owner, fields.count))
    }

    /// The fields of a struct, or of a class; nil for a type of another kind.
    init?(of type: Any.Type) {
        if let owner = type as? AnyClass {
            self.init(of: owner)
        } else {
            guard isStruct(type) else { return nil }
            let fields = Self.fields(of: type)
            self.init(fields: fields, hidden: fields.isEmpty && size(of: type) > 0 ? type : nil)
        }
    }

    private init(fields: [Field], hidden: Any.Type?) {
        self.fields = fields
        self.hidden = hidden
    }

    private static func fields(of type: Any.Type) -> [Field] {
        var fields: [Field] = []
        // The option requires a class.
        _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: type is AnyClass ? 1 : 0)) {
            name, offset, type, _ in
            fields.append(Field(name: String(cString: name), type: type, offset: offset))
            return true
        }
        return fields
    }

    /// A class that is larger than its base class has stored properties of its own.
    private static func hidden(in owner: AnyClass, _ count: Int) -> AnyClass? {
        guard isSwiftClass(owner) else { return nil }
        guard let base = _getSuperclass(owner) else {
            return count == 0 && instanceSize(owner) > headerSize ? owner : nil
        }
        let baseFields = fields(of: base).count
        if count == baseFields, instanceSize(owner) > max(instanceSize(base), headerSize) { return owner }
        return hidden(in: base, baseFields)
    }

    /// The reference to the class and the reference count.
    private static let headerSize = 2 * MemoryLayout<Int>.size
}

/// Determined from the kind of a field of that type.
private struct KindProbe<Subject> {
    let subject: Subject
}

private func isStruct(_ type: Any.Type) -> Bool { kind(of: type) == .struct }

func isTuple(_ type: Any.Type) -> Bool { kind(of: type) == .tuple }

/// Whether values of the type have no stored properties.
func isEnum(_ type: Any.Type) -> Bool { kind(of: type) == .enum || kind(of: type) == .optional }

private func kind(of type: Any.Type) -> _MetadataKind {
    func ask<Subject>(_: Subject.Type) -> _MetadataKind {
        var answer = _MetadataKind.unknown
        _ = _forEachField(of: KindProbe<Subject>.self) { _, _, _, kind in
            answer = kind
            return true
        }
        return answer
    }
    return _openExistential(type, do: ask)
}

private func size(of type: Any.Type) -> Int {
    func ask<Subject>(_: Subject.Type) -> Int { MemoryLayout<Subject>.size }
    return _openExistential(type, do: ask)
}

#if canImport(ObjectiveC)
    private func instanceSize(_ owner: AnyClass) -> Int { class_getInstanceSize(owner) }

    /// The names of Swift classes contain their module, or are mangled.
    private func isSwiftClass(_ owner: AnyClass) -> Bool {
        let name = String(cString: class_getName(owner))
        return name.contains(".") || name.hasPrefix("_Tt")
    }
#else
    // The standard library calls the runtime in the same way.
    @_silgen_name("_swift_getSwiftClassInstanceExtents")
    private func instanceExtents(_ owner: AnyClass) -> (negative: UInt, positive: UInt)

    private func instanceSize(_ owner: AnyClass) -> Int { Int(instanceExtents(owner).positive) }

    private func isSwiftClass(_ owner: AnyClass) -> Bool { true }
#endif
