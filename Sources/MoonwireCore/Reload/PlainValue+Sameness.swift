import MoonwireValues

extension PlainValue {
    /// Whether users cannot distinguish the values: NaN equals NaN, and zeros with different signs differ, unlike in `==`.
    func isSame(as other: PlainValue) -> Bool {
        switch (self, other) {
        case (.number(let one), .number(let other)): one.isSame(as: other)
        case (.list(let one), .list(let other)): one.elementsEqual(other) { $0.isSame(as: $1) }
        case (.map(let one), .map(let other)): one.isSame(as: other)
        // No key is NaN, or a zero with a sign.
        case (.table(let one), .table(let other)): one.isSame(as: other)
        default: self == other
        }
    }
}

extension Double {
    fileprivate func isSame(as other: Double) -> Bool {
        isNaN ? other.isNaN : bitPattern == other.bitPattern
    }
}

extension Dictionary where Value == PlainValue {
    fileprivate func isSame(as other: Self) -> Bool {
        count == other.count && allSatisfy { key, value in other[key].map { value.isSame(as: $0) } == true }
    }
}
