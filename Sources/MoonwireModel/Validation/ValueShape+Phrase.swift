import MoonwireValues

extension ValueShape {
    /// The accepted values, for messages.
    var phrase: String {
        switch self {
        case .anything: "any value"
        case .plain: "plain data"
        case .boolean: "a Boolean"
        case .integer(Int64.min, Int64.max): "an integer"
        case .integer(let min, let max): "an integer from \(min) to \(max)"
        case .number: "a number"
        case .text: "a string"
        case .data: "a string"
        case .character: "a string of one character"
        case .date: "a date, as seconds since 1970 or as \"2026-01-31T18:30:00Z\""
        case .duration: "a duration, as seconds or as \"250ms\", \"1.5s\", or \"1h30m\""
        case .timeZone: "the identifier of a time zone such as \"Europe/Berlin\""
        case .locale: "the identifier of a locale such as \"en_US\""
        case .decimal: "a decimal number of at most 38 digits"
        case .url: "a URL"
        case .uuid: "a UUID such as \"01234567-89AB-CDEF-0123-456789ABCDEF\""
        case .list: "a list"
        case .map: "a map"
        case .pairs: "a list of pairs { key, value }"
        case .range: "a range such as \"1..<5\""
        case .closedRange: "a range such as \"1...5\""
        case .optional(let wrapped): wrapped.phrase
        case .choice(let choices): "one of \(choices.map { "\"\($0)\"" }.joined(separator: ", "))"
        case .function: "a function"
        case .object(let name): shortTypeName(name)
        }
    }
}

extension PlainValue {
    /// The value, for messages.
    package var phrase: String {
        switch self {
        case .boolean(let value): "the Boolean \(value)"
        case .integer(let value): "the integer \(value)"
        case .number(let value): "the number \(value)"
        case .text(let value): "the string \"\(value)\""
        case .data: "a string that is not UTF-8"
        case .null, .list, .map, .table: kind.phrase
        }
    }
}
