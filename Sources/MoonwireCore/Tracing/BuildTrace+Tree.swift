import MoonwireSupport

extension BuildTrace {
    /// The trace as text: a line for each build, below the build that it was a part of, with its total and its own time.
    public var tree: String { BuildTree(events).text }
}

private struct BuildTree {
    private let events: [BuildTrace.Event]
    /// By position, the parts of each build.
    private let parts: [[Int]]
    private let hasSeveralThreads: Bool
    private let hasSeveralGenerations: Bool

    init(_ events: [BuildTrace.Event]) {
        self.events = events
        var parts: [[Int]] = Array(repeating: [], count: events.count)
        for (position, event) in events.enumerated() {
            if let parent = event.parent { parts[parent].append(position) }
        }
        self.parts = parts
        hasSeveralThreads = Set(events.map(\.thread)).count > 1
        hasSeveralGenerations = Set(events.map(\.generation)).count > 1
    }

    var text: String {
        var lines = ["\(Self.column("total"))  \(Self.column("own"))  service"]
        // An explicit stack, because the trace may be as deep as the wiring.
        var open = events.indices.filter { events[$0].parent == nil }.reversed().map { ($0, depth: 0) }
        while let (position, depth) = open.popLast() {
            lines += self.lines(of: position, depth)
            open += parts[position].reversed().map { ($0, depth + 1) }
        }
        return lines.joined(separator: "\n")
    }

    private func lines(of position: Int, _ depth: Int) -> [String] {
        let event = events[position]
        let indent = String(repeating: "  ", count: depth)
        let own = event.duration.map { $0 - timeOfParts(of: position) }
        let times = [event.duration, own].map { Self.column($0.map(Self.milliseconds) ?? "…") }
        let line = times.joined(separator: "  ") + "  " + indent + event.id + remarks(on: event, depth)
        guard let error = event.error, !parts[position].contains(where: { events[$0].error == error }) else {
            return [line]
        }
        let margin = String(repeating: " ", count: 2 * Self.width + 4) + indent + "  "
        return [line] + error.split(separator: "\n").map { margin + $0 }
    }

    /// The time in which at least one part was in progress: those of an asynchronous build can be at the same time.
    private func timeOfParts(of position: Int) -> Duration {
        var time = Duration.zero
        var end = Duration.zero
        let spans = parts[position].compactMap { part in
            events[part].duration.map { (start: events[part].start, end: events[part].start + $0) }
        }
        for span in spans.sorted(by: { $0.start < $1.start }) where span.end > end {
            time += span.end - max(span.start, end)
            end = span.end
        }
        return time
    }

    /// Whether the line of an event states its thread.
    private func showsThread(_ event: BuildTrace.Event) -> Bool {
        guard let parent = event.parent.map({ events[$0] }) else { return hasSeveralThreads }
        // The synchronous parts of an asynchronous build run one after the other, on any thread.
        return event.isAsynchronous && event.thread != parent.thread
    }

    private func remarks(on event: BuildTrace.Event, _ depth: Int) -> String {
        let needers = event.path.dropLast()
        var remarks: [TraceRemark] = []
        if event.kind == .wait { remarks.append(.waits) }
        if depth == 0, !needers.isEmpty { remarks.append(.neededBy(Array(needers))) }
        if event.duration == nil { remarks.append(.notEnded) }
        if event.error != nil { remarks.append(.failed) }
        if showsThread(event) { remarks.append(event.isAsynchronous ? .task(event.thread) : .thread(event.thread)) }
        if depth == 0, hasSeveralGenerations { remarks.append(.generation(event.generation)) }
        return remarks.isEmpty ? "" : " (\(remarks.map(\.text).joined(separator: ", ")))"
    }

    private static let width = 12

    private static func column(_ text: String) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let microseconds = duration / .microseconds(1)
        let whole = Int(microseconds.rounded())
        let rest = String(whole % 1000)
        return "\(whole / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest) ms"
    }
}
