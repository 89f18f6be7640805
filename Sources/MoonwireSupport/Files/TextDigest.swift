/// Stands for a text that must not be kept, such as a secret. The same text has another digest in another process.
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
