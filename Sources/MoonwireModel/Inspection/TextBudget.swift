/// What is left of the text that one inspection fills in, or lists.
///
/// A script says a long text once and uses it in thousands of values: each of them would have its own copy.
final class TextBudget {
    /// In bytes, for all values together.
    static let limit = 16 << 20

    private var left = limit
    private let fault: (_ limit: Int) -> Diagnostic

    init(orReport fault: @escaping (_ limit: Int) -> Diagnostic) {
        self.fault = fault
    }

    /// Throws ``ContainerError`` when nothing is left.
    func refuseIfSpent() throws(ContainerError) {
        guard left > 0 else { throw ContainerError(fault(Self.limit)) }
    }

    /// Takes so many bytes; throws ``ContainerError`` when fewer are left, and leaves none then.
    func spend(_ length: Int) throws(ContainerError) {
        guard length <= left else {
            left = 0
            throw ContainerError(fault(Self.limit))
        }
        left -= length
    }
}
