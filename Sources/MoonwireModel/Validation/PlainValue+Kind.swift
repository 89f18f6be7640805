import MoonwireValues

extension PlainValue {
    /// Whether the type and its shape are of the kind of the value, so that every such value fits.
    func isOfKind(_ type: Any.Type, _ shape: ValueShape) -> Bool {
        switch (self, shape) {
        case (.text, .text): type == String.self
        case (.boolean, .boolean): type == Bool.self
        case (.number, .number), (.integer, .number): type == Double.self
        case (.integer(let integer), .integer(let min, let max)): type == Int.self && min <= integer && integer <= max
        default: false
        }
    }
}
