/// The remaining size of the strings that one inspection fills in or lists.
///
/// A script writes a long string once and uses it in thousands of values, each of which would have its own copy.
final class TextBudget {
    /// In bytes, for all values together.
    static let limit = 16 << 20

    private var left = limit
    private let fault: (_ limit: Int) -> Diagnostic

    init(orReport fault: @escaping (_ limit: Int) -> Diagnostic) {
        self.fault = fault
    }

    /// Throws ``ContainerError`` if nothing is left.
    func refuseIfSpent() throws(ContainerError) {
        guard left > 0 else { throw ContainerError(fault(Self.limit)) }
    }

    /// Takes the given number of bytes; if fewer are left, takes them all and throws ``ContainerError``.
    func spend(_ length: Int) throws(ContainerError) {
        guard length <= left else {
            left = 0
            throw ContainerError(fault(Self.limit))
        }
        left -= length
    }
}
