package import MoonwireModel
import MoonwireValues

extension WiredValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .value(.text(text)) }
    package init(integerLiteral integer: Int64) { self = .value(.integer(integer)) }
    package init(booleanLiteral boolean: Bool) { self = .value(.boolean(boolean)) }
    package init(arrayLiteral elements: WiredValue...) { self = .list(elements) }
    package init(dictionaryLiteral entries: (String, WiredValue)...) {
        self = .map(Dictionary(entries, uniquingKeysWith: { $1 }))
    }
}

extension TextTemplate: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init([.text(text)]) }
}
