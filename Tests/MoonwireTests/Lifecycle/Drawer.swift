import LuaRuntime
import Moonwire
import MoonwireSupport
import TestSupport

/// Keeps entries, which a new drawer can take over.
final class Drawer: Exposed, Sendable {
    /// Where a script waits, and the test lets it go on.
    struct Pause: Sendable {
        let isInside = Gate()
        let mayGo = Gate()
    }

    private struct State {
        var entries: [String] = []
        var isClosed = false
        var note: LuaFunction?
    }

    /// A handover of all entries.
    static let function = "function(former, new) new:receive(former) end"
    /// The same, and the script waits before that.
    static let pausing = "function(former, new) new:pause() new:receive(former) end"

    let size: Int
    private let log: Station.Log
    private let pause: PauseHolder?
    private let wrapped: Drawer?
    private let state = Lock(State())

    init(size: Int, log: Station.Log, pause: PauseHolder?, wrapped: Drawer? = nil) {
        self.size = size
        self.log = log
        self.pause = pause
        self.wrapped = wrapped
    }

    /// The drawer without its decorators.
    var innermost: Drawer { wrapped?.innermost ?? self }

    var entries: [String] { state.withLock { $0.entries } }
    func last() -> String { entries.last ?? "" }
    func put(_ entry: String) { state.withLock { $0.entries.append(entry) } }

    /// What a function of a script says.
    func note() throws -> String? { try state.withLock { $0.note }.map { try $0.call(as: String.self) } }

    private func receive(_ former: Drawer) {
        let (entries, isClosed) = former.state.withLock { ($0.entries, $0.isClosed) }
        if isClosed { log.lines.append("too late \(former.size)") }
        state.withLock { $0.entries += entries }
    }

    private func close() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        log.lines.append((wasClosed ? "close again" : "close") + " \(size)")
    }

    static let exposure = Exposure(Drawer.self) {
        Initializer("size", "log", "pause", "inner", ExposedArgument("needs", default: [])) {
            (size: Int, log: Station.Log, pause: PauseHolder?, inner: Drawer?, _: [Drawer]) in
            Drawer(size: size, log: log, pause: pause, wrapped: inner)
        }
        Property("size", \.size)
        Method("put", "entry") { (drawer: Drawer, entry: String) in drawer.put(entry) }
        Method("last") { (drawer: Drawer) in drawer.last() }
        Method("receive", "former") { (drawer: Drawer, former: Drawer) in drawer.receive(former) }
        Method("keep", "note") { (drawer: Drawer, note: LuaFunction) in drawer.state.withLock { $0.note = note } }
        Method("close") { (drawer: Drawer) in drawer.close() }
        Method("pause") { (drawer: Drawer) in
            drawer.pause?.pause.isInside.open()
            drawer.pause?.pause.mayGo.wait()
        }
    }

    /// A definition in a script.
    static func service(
        _ size: Int, _ rest: String = "handover = \(function), ", id: String = "a", args: String = "",
        stop: String = "close"
    ) -> String {
        """
        service "\(id)" { type = "Drawer", args = { size = \(size), log = ref "log", \(args) }, \(rest)stop = "\(stop)" }

        """
    }

    /// The definition of a decorator.
    static func decorator(_ size: Int, of id: String = "a", _ rest: String = "") -> String {
        """
        decorate "\(id)" { type = "Drawer", args = { size = \(size), log = ref "log", inner = inner }, \(rest) }

        """
    }

    /// The same, where the script waits during the handover to this size.
    static func pausing(_ size: Int) -> String {
        service(size, "handover = \(pausing), ", args: #"pause = ref "pause""#)
    }
}

/// Gives a pause to a drawer.
final class PauseHolder: Sendable {
    let pause = Drawer.Pause()
}

/// Takes over by its type.
final class Receiver: Exposed, StateReceiver {
    let name: String
    private let log: Station.Log
    private let received = Lock<[String]>([])

    init(name: String, log: Station.Log) {
        self.name = name
        self.log = log
    }

    var formers: [String] { received.withLock { $0 } }

    func receiveState(of former: Receiver) {
        let all = former.formers + [former.name]
        received.withLock { $0 += all }
    }

    static let exposure = Exposure(Receiver.self) {
        Initializer("name", "log", body: Receiver.init)
        Method("close") { (receiver: Receiver) in receiver.log.lines.append("close \(receiver.name)") }
    }

    /// A definition in a script.
    static func service(_ name: String, id: String = "a", _ rest: String = "") -> String {
        """
        service "\(id)" { type = "Receiver", args = { name = "\(name)", log = ref "log" }, stop = "close", \(rest) }

        """
    }
}

extension Living {
    /// A container of drawers; `pause` is where their scripts wait.
    convenience init(
        drawers text: String, pause: PauseHolder = PauseHolder(),
        register: (inout Registrations) throws -> Void = { _ in }
    ) throws {
        try self.init(text, types: [Drawer.self, Receiver.self, Worker.self]) { services in
            services.register("pause") { _ in pause }
            try register(&services)
        }
    }

    func drawer(_ id: String = "a") throws -> Drawer { try container.resolve(id) }

    func receiver(_ id: String = "a") throws -> Receiver { try container.resolve(id) }

    /// What the container has found besides notes.
    var found: [String] {
        container.diagnostics.entries.filter { $0.severity != .note }.map { readable("\($0)") }
    }
}
