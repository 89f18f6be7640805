import MoonwireValues

/// Checks that the types of a manifest contain only what an exposure can contain, on which other checks rely.
enum ManifestFaults {
    /// The faults of the types, in their order.
    static func check(_ types: [TypeDescription]) -> [Diagnostic] { types.flatMap(check) }

    private static func check(_ type: TypeDescription) -> [Diagnostic] {
        var faults: [Diagnostic] = []
        func check(_ shape: ValueShape, of part: @autoclosure () -> String) {
            guard let (minimum, maximum) = shape.emptyRange else { return }
            faults.append(.emptyRange(minimum, maximum, of: "\(part()) of \(type.qualifiedName)"))
        }
        for signature in type.initializers + type.methods + type.staticMethods {
            let suffix = signature.name.isEmpty ? "" : " of method \"\(signature.name)\""
            for argument in signature.arguments { check(argument.shape, of: "argument \"\(argument.label)\"\(suffix)") }
            check(signature.resultShape, of: "the result\(suffix)")
        }
        for property in type.properties { check(property.shape, of: "property \"\(property.name)\"") }
        for slot in type.slots { check(slot.shape, of: "slot \"\(slot.name)\"") }
        return faults
    }
}

extension ValueShape {
    /// An empty range of integers in the shape.
    fileprivate var emptyRange: (Int64, Int64)? {
        switch self {
        case .integer(let minimum, let maximum): minimum > maximum ? (minimum, maximum) : nil
        case .list(let inner), .map(let inner), .optional(let inner), .range(let inner), .closedRange(let inner):
            inner.emptyRange
        case .pairs(let key, let value): key.emptyRange ?? value.emptyRange
        case .anything, .plain, .boolean, .number, .text, .character, .data, .date, .duration, .timeZone, .locale,
            .decimal, .url, .uuid, .choice, .function, .object:
            nil
        }
    }
}
