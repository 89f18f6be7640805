/// A piece of a page: text in it is escaped, and pieces are not.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    let text: String

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

        mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { text += piece.text } }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            for character in value.description {
                switch character {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                default: text.append(character)
                }
            }
        }
    }

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}
