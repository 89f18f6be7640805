import MoonwireValues

/// Reads plain data as its expected Swift type before anything is built.
struct ValueTrial {
    private let type: any Convertible.Type

    /// Nil for a type that is not available, and for one that its shape describes completely.
    init?(_ type: SwiftType) {
        guard let type = type.type, !Self.isToldByShape.contains(ObjectIdentifier(type)),
            let convertible = type as? any Convertible.Type
        else { return nil }
        if case .object = convertible.shape { return nil }
        self.type = convertible
    }

    func mismatch(_ value: PlainValue) -> ShapeCheck.Mismatch? {
        do {
            try type.tryOut(value)
            return nil
        } catch let error as ConversionError {
            var mismatch =
                switch error.reason {
                case .kind(let expected, let found), .range(let expected, let found):
                    ShapeCheck.Mismatch(expected: expected, found: found)
                case .choice(let choices, let found, _):
                    ShapeCheck.Mismatch(expected: ValueShape.choice(choices).phrase, found: found)
                default: ShapeCheck.Mismatch(error.sentence)
                }
            mismatch.mayConcernParts = error.reason.mayConcernParts
            mismatch.path = error.path
            if case .range = error.reason, error.path.isEmpty { mismatch.hints = type.choicesHint }
            mismatch.suggestions = error.suggestions
            return mismatch
        } catch {
            var mismatch = ShapeCheck.Mismatch("does not fit: \(error)")
            mismatch.mayConcernParts = true
            return mismatch
        }
    }

    private static let isToldByShape = Set(told(String.self) + told(Int.self) + told(Double.self) + told(Bool.self))

    private static func told<T: Convertible>(_: T.Type) -> [ObjectIdentifier] {
        let types: [Any.Type] = [T.self, T?.self, [T].self, [T]?.self, [String: T].self, [String: T]?.self]
        return types.map { ObjectIdentifier($0) }
    }
}

extension ConversionError.Reason {
    /// Whether parts of the value may be the cause, because an initializer refused it.
    fileprivate var mayConcernParts: Bool {
        switch self {
        case .custom: true
        case .kind, .range, .choice, .notUnicode, .missing, .hole, .unknownField: false
        }
    }
}

extension Convertible {
    fileprivate static func tryOut(_ value: PlainValue) throws { _ = try value.converted(to: Self.self) }
}

extension Convertible {
    /// How an enumeration can list its values in messages; empty for other types, and for one that does.
    fileprivate static var choicesHint: [String] {
        let type = unwrapped(Self.self)
        guard type is any RawRepresentable.Type, !(type is any CaseIterable.Type) else { return [] }
        return [.caseIterableHint(typeName(type))]
    }
}
