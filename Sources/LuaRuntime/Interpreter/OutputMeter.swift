internal import CLuaShim
internal import MoonwireValues

/// Counts what scripts say in one outermost entry, and keeps back what is too much.
final class OutputMeter {
    private let handler: @Sendable (LuaOutput) -> Void
    private var linesLeft: Int
    private var bytesLeft: Int
    private var omitted = 0

    init(_ limits: Limits, _ handler: @escaping @Sendable (LuaOutput) -> Void) {
        linesLeft = limits.outputLines
        bytesLeft = limits.outputBytes
        self.handler = handler
    }

    /// Whether a text of that length may pass; once one was kept back, all that follow are.
    func admits(bytes: Int) -> Bool {
        guard omitted == 0, linesLeft > 0, bytes <= bytesLeft else {
            omitted += 1
            return false
        }
        linesLeft -= 1
        bytesLeft -= bytes
        return true
    }

    /// Tells how much was kept back. The interpreter is not held.
    func finish() {
        guard omitted > 0 else { return }
        handler(LuaOutput(.omission, "\(omitted) more \(omitted == 1 ? "line was" : "lines were") left out"))
    }
}

extension LuaStack {
    /// Gives the text on top to the handler, unless this outermost entry has said enough. The lock is free while the handler runs.
    func handOut(_ kind: LuaOutput.Kind) {
        let outermost =
            mw_outermost_host(entry).map { Unmanaged<LuaStack>.fromOpaque($0).takeUnretainedValue() } ?? self
        let bytes = withBytes(at: top) { $0.count } ?? 0
        guard outermost.meter().admits(bytes: bytes) else { return }
        let output = LuaOutput(kind, repairedText(at: top), location: callSite()?.location)
        beginUserCode()
        defer { endUserCode() }
        interpreter.output(output)
    }
}
