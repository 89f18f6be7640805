package import MoonwireSupport
package import MoonwireValues

/// A value that a preference does not accept, in the words of messages.
package struct PreferenceMismatch: Error, Equatable {
    package let expected: String
    package let found: String

    package init(expected: String, found: String) {
        self.expected = expected
        self.found = found
    }
}

extension PreferenceDefinition {
    /// The value in the preference's type: `5` of a number becomes `5.0`.
    ///
    /// Throws ``PreferenceMismatch``.
    package func accepted(_ value: PlainValue) throws -> PlainValue {
        let typed = try typed(value)
        if let choices, !choices.contains(where: { (try? self.typed($0)) == typed }) { throw mismatch(value) }
        if let number = typed.magnitude {
            if let minimum = minimum?.magnitude, !(number >= minimum) { throw mismatch(value) }
            if let maximum = maximum?.magnitude, !(number <= maximum) { throw mismatch(value) }
        }
        return typed
    }

    /// The value, if it has the kind of the preference.
    package func typed(_ value: PlainValue) throws -> PlainValue {
        switch (kind, value) {
        case (.boolean, .boolean), (.integer, .integer), (.number, .number), (.list, .list), (.map, .map),
            (.text, .text), (.text, .data):
            break
        case (.number, .integer(let integer)): return .number(Double(integer))
        case (.integer, .number(let number)):
            guard let integer = Int64(exactly: number) else { throw mismatch(value) }
            return .integer(integer)
        // An empty table is both a list and a map.
        case (.list, .map) where ownKind == nil && defaultValue == .list([]): break
        case (.map, .list([])), (.list, .map([:])): break
        default: throw mismatch(value)
        }
        if value.holdsNull {
            throw PreferenceMismatch(expected: expectation, found: "\(value.phrase) with a null in it")
        }
        return value
    }

    /// A date in the preference's type: seconds since 1970, or a string in ISO 8601 format.
    ///
    /// Throws ``PreferenceMismatch``.
    package func accepted(_ date: Date) throws -> PlainValue {
        switch kind {
        case .number, .integer: try accepted(.number(date.timeIntervalSince1970))
        case .text: try accepted(.text(date.iso8601))
        default: throw PreferenceMismatch(expected: expectation, found: "a date")
        }
    }

    func mismatch(_ value: PlainValue) -> PreferenceMismatch {
        PreferenceMismatch(expected: expectation, found: value.phrase)
    }

    /// Calls the check function; returns the reason to refuse the value.
    package func refusal(of value: PlainValue) throws -> PreferenceRefusal? { try check?.refusal(of: value) }
}

extension PlainValue {
    /// A number for comparison with limits.
    ///
    /// Integers are compared as integers, because a double cannot represent all of them.
    var magnitude: Magnitude? {
        switch self {
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        default: nil
        }
    }

    enum Magnitude {
        case integer(Int64)
        case number(Double)

        private var double: Double {
            switch self {
            case .integer(let value): Double(value)
            case .number(let value): value
            }
        }

        static func >= (one: Magnitude, other: Magnitude) -> Bool {
            if case (.integer(let one), .integer(let other)) = (one, other) { return one >= other }
            return one.double >= other.double
        }

        static func <= (one: Magnitude, other: Magnitude) -> Bool { other >= one }
    }
}
