import MoonwireSupport

extension BuildTrace {
    /// The trace in the format of Chrome's trace viewer, which Perfetto and other tools can read.
    public var chromeJSON: String {
        get throws {
            let threads = Dictionary(events.map { ($0.thread, $0.isAsynchronous) }) { first, _ in first }
                .sorted { $0.key < $1.key }.map { ChromeEvent(naming: $0, isAsynchronous: $1) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            let file = ChromeFile(traceEvents: threads + events.map(ChromeEvent.init))
            return String(decoding: try encoder.encode(file), as: UTF8.self)
        }
    }
}

private struct ChromeFile: Encodable {
    let displayTimeUnit = "ms"
    let traceEvents: [ChromeEvent]
}

/// An event, with the field names of the format.
private struct ChromeEvent: Encodable {
    struct Facts: Encodable {
        var name: String?
        var path: String?
        var generation: Int?
        var error: String?
    }

    let name: String
    var cat: String?
    /// `X` is a span, `B` one that has not ended, `M` describes a thread.
    let ph: String
    /// In microseconds, as is `dur`.
    var ts: Double?
    var dur: Double?
    let pid = 1
    let tid: Int
    let args: Facts

    init(naming thread: Int, isAsynchronous: Bool) {
        name = "thread_name"
        ph = "M"
        tid = thread
        args = Facts(name: isAsynchronous ? "task \(thread)" : "thread \(thread)")
    }

    init(_ event: BuildTrace.Event) {
        name = event.kind == .wait ? "wait for \(event.id)" : event.id
        cat = event.kind.rawValue + (event.error == nil ? "" : ",failed")
        ph = event.duration == nil ? "B" : "X"
        ts = event.start.microseconds
        dur = event.duration?.microseconds
        tid = event.thread
        args = Facts(path: event.path.joined(separator: " -> "), generation: event.generation, error: event.error)
    }
}

extension Duration {
    fileprivate var microseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e6 + Double(attoseconds / 1_000_000_000) / 1e3
    }
}
