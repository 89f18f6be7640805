import Foundation
package import MoonwireValues

extension ValueShape {
    /// The kinds of plain data that a type writes or reads.
    private struct Kinds: OptionSet {
        let rawValue: Int

        static let boolean = Kinds(rawValue: 1)
        static let number = Kinds(rawValue: 2)
        static let text = Kinds(rawValue: 4)
        /// Lists and maps are one kind, because an empty table is both.
        static let collection = Kinds(rawValue: 8)
        static let function = Kinds(rawValue: 16)
        /// Only objects of exposed types.
        static let object = Kinds(rawValue: 32)
        static let all = Kinds(rawValue: 63)
    }

    /// Whether some value of the shape fits another shape; the value itself determines the rest.
    func mayFit(_ wanted: ValueShape) -> Bool { !kinds.isDisjoint(with: wanted.kinds) }

    /// Whether the shape accepts some value of a kind.
    package func mayFit(_ kind: ValueKind) -> Bool {
        switch kind {
        case .null: true
        case .boolean: mayFit(ValueShape.boolean)
        case .integer, .number: mayFit(ValueShape.number)
        case .text: mayFit(ValueShape.text)
        case .list, .map: mayFit(.list(.anything))
        case .object, .function, .handle: false
        }
    }

    /// The type that reads a form of its own, so that only reading a value shows whether it fits; nil for most shapes.
    var typeOfOwnForm: (any Convertible.Type)? {
        switch self {
        case .character: Character.self
        case .date: Date.self
        case .duration: Duration.self
        case .timeZone: TimeZone.self
        case .locale: Locale.self
        case .decimal: Decimal.self
        case .url: URL.self
        case .uuid: UUID.self
        case .range(.number): Range<Double>.self
        case .range: Range<Int64>.self
        case .closedRange(.number): ClosedRange<Double>.self
        case .closedRange: ClosedRange<Int64>.self
        case .anything, .plain, .boolean, .integer, .number, .text, .data, .list, .map, .pairs, .optional, .choice,
            .function, .object:
            nil
        }
    }

    private var kinds: Kinds {
        switch self {
        case .anything: .all
        case .plain: [.boolean, .number, .text, .collection]
        case .boolean: .boolean
        case .integer, .number: .number
        case .text, .character, .data, .timeZone, .locale, .url, .uuid, .range, .closedRange: .text
        case .date, .duration, .decimal, .choice: [.number, .text]
        case .list, .map, .pairs: .collection
        case .optional(let wrapped): wrapped.kinds
        case .function: .function
        case .object: takesAnyValue ? .all : .object
        }
    }

    /// Whether the shape is that of a type that takes plain data of any kind, and objects.
    var takesAnyValue: Bool { self == .object("Any") || self == .object("Swift.AnyHashable") }
}

extension EnvironmentType {
    /// The shape of a variable's value.
    var shape: ValueShape {
        switch self {
        case .string, .file, .trim, .base64: .text
        case .chain(_, let last): last.shape
        case .int: .integer(min: .min, max: .max)
        case .number: .number
        case .bool: .boolean
        case .list: .list(.text)
        case .json, .processor: .plain
        case .choice(let choices): .choice(choices)
        }
    }
}
