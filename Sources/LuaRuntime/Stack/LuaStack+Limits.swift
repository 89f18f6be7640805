internal import CLuaShim
internal import MoonwireValues

/// What the conversion in progress has come to; its limits hold in both directions.
struct ConversionProgress {
    /// How far into the value it is.
    var depth = 0
    var elements = 0
    var textBytes = 0
}

extension LuaStack {
    /// One level deeper into a value, with so many elements; what holds itself, or the same parts many times over, ends here.
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

    /// As above, for a value of a script, whose budget pays for it.
    func descendIntoScript(_ count: Int) throws {
        try descend(count)
        guard !mw_spend(entry, Int64(count)) else { return }
        ascend()
        throw LuaError(.budget, "reading a value exceeded the script's instruction limit")
    }

    /// Has the script pay for work of the host's in instructions; false when that used them up.
    package func spend(_ instructions: Int64) -> Bool { mw_spend(entry, min(instructions, Self.everything)) }

    /// Ends the script at its next instruction, whatever it catches.
    package func spendAll() { _ = spend(Self.everything) }

    /// More than any budget, and few enough to be spent again and again.
    private static var everything: Int64 { 1 << 40 }

    @inline(__always) func ascend() { conversion.depth -= 1 }

    /// Lets a text cross. Short ones are bounded by how many there may be.
    @inline(__always) func admit(text bytes: Int) throws {
        guard admits(text: bytes) else {
            throw ConversionError(.custom("has more than \(limits.textBytes) bytes of strings"))
        }
    }

    @inline(__always) func admits(text bytes: Int) -> Bool { bytes <= 64 || admits(longText: bytes) }

    @inline(never) private func admits(longText bytes: Int) -> Bool {
        if conversion.depth == 0 { conversion.textBytes = 0 }
        conversion.textBytes += bytes
        return conversion.textBytes <= limits.textBytes
    }
}
