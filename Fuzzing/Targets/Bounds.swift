import LuaRuntime

/// How much a step may take that an application does with a script, under the given limits.
struct Bounds {
    /// Bytes of the message of an error.
    static let message = 1 << 20
    /// Bytes that a command writes.
    static let output = 256 << 20

    private let seconds: Double
    private let bytes: Int

    init(_ limits: Limits) {
        seconds = 20
        bytes = 1 << 30
    }

    func check(_ usage: Usage, _ complaint: (String) -> String) throws {
        try expect(usage.seconds < seconds, complaint("\(usage.seconds) s of CPU time"))
        try expect(usage.bytes < bytes, complaint("\(usage.bytes) bytes"))
    }
}
