import MoonwireValues

// Lists, maps, and lists of pairs.
extension ShapeCheck {
    func mismatches(_ elements: [WiredValue], _ shape: ValueShape) -> [Mismatch] {
        guard case .list(let element) = shape else {
            if case .plain = shape { return mismatches(elements, .list(.plain)) }
            if elements.isEmpty, case .map = shape { return [] }
            if case .pairs(let key, let value) = shape { return mismatches(pairs: elements, key, value) }
            return [Mismatch(expected: shape.phrase, found: "a list")]
        }
        return some(elements.enumerated()) { index, value in
            mismatches(value, element).map { $0.inside("\(index + 1)") }
        }
    }

    private func mismatches(pairs: [WiredValue], _ key: ValueShape, _ value: ValueShape) -> [Mismatch] {
        some(pairs.enumerated()) { index, pair in
            let parts = pair.elements
            if parts.contains(where: \.isDroppedLate) {
                return [Mismatch("is a pair { key, value }, and no part of it can be dropped").inside("\(index + 1)")]
            }
            let found =
                parts.count == 2
                ? mismatches(parts[0], key).map { $0.inside("1") } + mismatches(parts[1], value).map { $0.inside("2") }
                : [Mismatch("is not a pair { key, value }")]
            return found.map { $0.inside("\(index + 1)") }
        }
    }

    func mismatches(_ entries: [String: WiredValue], _ shape: ValueShape) -> [Mismatch] {
        guard case .map(let entry) = shape else {
            if case .plain = shape { return mismatches(entries, .map(.plain)) }
            return [Mismatch(expected: shape.phrase, found: "a map")]
        }
        return some(entries.sorted(by: { $0.key < $1.key })) { key, value in
            mismatches(value, entry).map { $0.inside(key) }
        }
    }

    /// The first mismatches, and a note that there are more.
    func some<Parts: Sequence>(
        _ parts: Parts, _ mismatches: (Parts.Element) -> [Mismatch]
    ) -> [Mismatch] {
        var found: [Mismatch] = []
        for part in parts {
            found += mismatches(part)
            guard found.count <= Self.mostMismatches else {
                return found.prefix(Self.mostMismatches) + [Mismatch("contains further values that do not fit")]
            }
        }
        return found
    }
}

extension WiredValue {
    /// The elements of a list; none for any other value.
    var elements: [WiredValue] {
        switch self {
        case .list(let elements): elements
        case .value(.list(let elements)): elements.map(WiredValue.value)
        default: []
        }
    }
}

extension ShapeCheck.Mismatch {
    func inside(_ step: String) -> Self {
        var copy = self
        copy.path.insert(step, at: 0)
        return copy
    }
}
