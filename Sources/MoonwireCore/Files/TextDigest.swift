/// Compares a text without keeping it: a secret, or a file that a refused reload read. Digests differ between processes.
package struct TextDigest: Hashable, Sendable {
    /// How many bytes the text has.
    let count: Int
    private let hash: Int

    package init(_ text: String) {
        var (text, hasher) = (text, Hasher())
        // By bytes: texts that Unicode calls equivalent are other passwords.
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        count = text.utf8.count
        hash = hasher.finalize()
    }
}
