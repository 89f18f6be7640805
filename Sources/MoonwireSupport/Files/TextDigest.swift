/// Represents a string that must not be kept, such as a secret.
///
/// The same string has another digest in another process.
package struct TextDigest: Hashable, Sendable {
    /// The length of the string in bytes.
    let count: Int
    private let hash: Int

    package init(_ text: String) {
        var (text, hasher) = (text, Hasher())
        // By bytes: strings that are equivalent in Unicode are different passwords.
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        count = text.utf8.count
        hash = hasher.finalize()
    }
}
