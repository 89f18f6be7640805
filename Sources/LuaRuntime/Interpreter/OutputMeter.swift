internal import CLuaShim
internal import MoonwireValues

/// Counts the output of scripts in one outermost entry, and drops what exceeds the limits.
final class OutputMeter {
    private let handler: @Sendable (LuaOutput) -> Void
    private var linesLeft: Int
    private var bytesLeft: Int
    private var omitted = 0

    init(_ limits: Interpreter.Limits, _ handler: @escaping @Sendable (LuaOutput) -> Void) {
        linesLeft = limits.outputLines
        bytesLeft = limits.outputBytes
        self.handler = handler
    }

    /// Whether a line of that length is within the limits; after one was dropped, all following ones are.
    func admits(bytes: Int) -> Bool {
        guard omitted == 0, linesLeft > 0, bytes <= bytesLeft else {
            omitted += 1
            return false
        }
        linesLeft -= 1
        bytesLeft -= bytes
        return true
    }

    /// Reports how many lines were dropped.
    ///
    /// Called outside of the interpreter.
    func finish() {
        guard omitted > 0 else { return }
        handler(LuaOutput(.omission, "\(omitted) more \(omitted == 1 ? "line was" : "lines were") left out"))
    }
}

extension LuaStack {
    /// Passes the string on top to the handler, within the limits of the outermost entry.
    ///
    /// Other threads may enter while it runs.
    func handOut(_ kind: LuaOutput.Kind) {
        let outermost =
            mw_outermost_host(entry).map { Unmanaged<LuaStack>.fromOpaque($0).takeUnretainedValue() } ?? self
        let bytes = withBytes(at: top) { $0.count } ?? 0
        guard outermost.meter().admits(bytes: bytes) else { return }
        let output = LuaOutput(kind, repairedString(at: top), location: callSite()?.location)
        beginUserCode()
        defer { endUserCode() }
        interpreter.output(output)
    }
}
