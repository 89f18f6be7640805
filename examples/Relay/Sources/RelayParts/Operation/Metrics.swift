import Moonwire
import Synchronization

/// Counts what happens, in the text format of Prometheus.
public final class Metrics: Sendable, Exposed {
    private let counters = Mutex<[String: [String: Int]]>([:])

    init() {}

    func count(_ name: String, _ labels: [String: String]) {
        counters.withLock { $0[name, default: [:]][Self.text(labels), default: 0] += 1 }
    }

    /// All counters, sorted.
    var text: String {
        counters.withLock { counters in
            counters.sorted { $0.key < $1.key }.map { name, values in
                Self.lines(name, kind: "counter", values.sorted { $0.key < $1.key }.map { ($0, $1) })
            }.joined()
        }
    }

    static func counter(_ name: String, _ values: [(labels: [String: String], value: Int)]) -> String {
        lines(name, kind: "counter", values.map { (text($0.labels), $0.value) }.sorted { $0.0 < $1.0 })
    }

    static func gauge(_ name: String, _ values: [(labels: [String: String], value: Int)]) -> String {
        lines(name, kind: "gauge", values.map { (text($0.labels), $0.value) })
    }

    private static func lines(_ name: String, kind: String, _ values: [(labels: String, value: Int)]) -> String {
        "# TYPE \(name) \(kind)\n" + values.map { "\(name)\($0.labels) \($0.value)\n" }.joined()
    }

    private static func text(_ labels: [String: String]) -> String {
        guard !labels.isEmpty else { return "" }
        let pairs = labels.sorted { $0.key < $1.key }.map { name, value in
            let quoted = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            return "\(name)=\"\(quoted)\""
        }
        return "{\(pairs.joined(separator: ","))}"
    }
}
