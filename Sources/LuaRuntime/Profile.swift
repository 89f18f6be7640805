/// Which libraries scripts may use.
public struct Profile: Sendable, Hashable {
    private enum Kind: Sendable {
        case configuration
    }

    private let kind: Kind

    /// For wiring scripts: no files, processes, bytecode, debug library, clock or chance; `pairs` in sorted order.
    public static let configuration = Profile(kind: .configuration)
}
