internal import CLuaShim
internal import MoonwireValues

/// What the conversion in progress has used; the limits apply in both directions.
struct ConversionProgress {
    /// The current level within the value.
    var depth = 0
    var elements = 0
    var stringBytes = 0
}

extension LuaStack {
    /// Enters a list or map with that number of elements.
    ///
    /// A value that contains itself exceeds the limits.
    func descend(_ count: Int) throws {
        guard conversion.depth < limits.depth, mw_can_descend() else {
            throw ConversionError(.custom("is nested too deeply, or contains itself"))
        }
        if conversion.depth == 0 { conversion = ConversionProgress() }
        conversion.elements += count
        guard conversion.elements <= limits.elements else {
            throw ConversionError(.custom("has more than \(limits.elements) elements"))
        }
        conversion.depth += 1
    }

    /// As `descend`, for a value of a script, whose budget is charged.
    func descendIntoScript(_ count: Int) throws {
        try descend(count)
        guard !mw_spend(entry, Int64(count)) else { return }
        ascend()
        throw LuaError(.budget, "reading a value exceeded the script's instruction limit")
    }

    /// Charges work of the host to the script, in instructions; false when they are used up.
    package func spend(_ instructions: Int64) -> Bool { mw_spend(entry, min(instructions, Self.everything)) }

    /// Ends the script at its next instruction, even if it catches errors.
    package func spendAll() { _ = spend(Self.everything) }

    /// More than any budget.
    private static var everything: Int64 { .max }

    @inline(__always) func ascend() { conversion.depth -= 1 }

    /// Counts the bytes of a string.
    ///
    /// Short strings are limited by the number of elements.
    @inline(__always) func admit(stringBytes bytes: Int) throws {
        guard admits(stringBytes: bytes) else {
            throw ConversionError(.custom("has more than \(limits.stringBytes) bytes of strings"))
        }
    }

    @inline(__always) func admits(stringBytes bytes: Int) -> Bool { bytes <= 64 || admits(longString: bytes) }

    @inline(never) private func admits(longString bytes: Int) -> Bool {
        if conversion.depth == 0 { conversion.stringBytes = 0 }
        conversion.stringBytes += bytes
        return conversion.stringBytes <= limits.stringBytes
    }
}
