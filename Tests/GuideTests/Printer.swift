import Synchronization

/// Takes the place of `print` where a test runs code of a guide: `let print = Printer()`.
nonisolated final class Printer: Sendable {
    private let printed = Mutex<[String]>([])

    var lines: [String] { printed.withLock { $0 } }

    func callAsFunction(_ items: Any...) {
        let line = items.map { "\($0)" }.joined(separator: " ")
        printed.withLock { $0.append(line) }
    }
}
