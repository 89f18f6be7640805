/// The bounds of a step that an application does with a script, under the default limits.
struct Bounds {
    /// Bytes of the message of an error.
    static let message = 1 << 20
    /// Bytes that a command writes.
    static let output = 256 << 20

    /// CPU time.
    private static let seconds = 20.0
    /// Memory.
    private static let bytes = 1 << 30

    func check(_ usage: Usage, _ complaint: (String) -> String) throws {
        try expect(usage.seconds < Self.seconds, complaint("\(usage.seconds) s of CPU time"))
        try expect(usage.bytes < Self.bytes, complaint("\(usage.bytes) bytes"))
    }
}
