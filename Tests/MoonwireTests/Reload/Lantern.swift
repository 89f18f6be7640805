import LuaRuntime
import Moonwire
import MoonwireSupport
import TestSupport

/// Has a level and a part, which can be set at any time, and writes down when it is closed.
final class Lantern: Exposed, Sendable {
    struct Broken: Error, CustomStringConvertible {
        var description: String { "the lamp is broken" }
    }

    private struct State {
        var level = 0
        var part: Lantern?
        var isClosed = false
    }

    let name: String
    let other: Lantern?
    private let log: Station.Log?
    private let state = Lock(State())

    init(name: String, log: Station.Log? = nil, other: Lantern? = nil) {
        self.name = name
        self.log = log
        self.other = other
    }

    var level: Int { state.withLock { $0.level } }
    var part: Lantern? { state.withLock { $0.part } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    private func set(_ level: Int) throws {
        if level < 0 { throw Broken() }
        state.withLock { $0.level = level }
    }

    private func set(_ part: Lantern?) {
        let former = state.withLock { state in
            defer { state.part = part }
            return state.part
        }
        withExtendedLifetime(former) {}
    }

    private func close() {
        let former = state.withLock { state in
            defer { state.isClosed = true }
            return state
        }
        if former.isClosed { log?.lines.append("closed again: \(name)") }
        for held in [former.part, other].compactMap(\.self) where held.isClosed {
            log?.lines.append("closed before \(name): \(held.name)")
        }
        log?.lines.append("close \(name)")
    }

    static let exposure = Exposure(Lantern.self) {
        Initializer("name", "log", "other", "asks") {
            (name: String, log: Station.Log?, other: Lantern?, asker: Asker?) in
            Lantern(name: name, log: log, other: try other ?? asker?.ask())
        }
        Property("level", get: { $0.level }, set: { (lamp: Lantern, level: Int) in try lamp.set(level) })
        Property("part", get: { $0.part }, set: { (lamp: Lantern, part: Lantern?) in lamp.set(part) })
        Method("note", "entry") { (lamp: Lantern, entry: String) in lamp.log?.lines.append(entry) }
        Method("attach", "part") { (lamp: Lantern, part: Lantern) in lamp.set(part) }
        Method("copyLevel", "other") { (lamp: Lantern, other: Lantern) in try lamp.set(other.level) }
        Method("keep", "action") { (_: Lantern, _: LuaFunction) in }
        Method("close") { (lamp: Lantern) in lamp.close() }
        Method("warmUp") { (lamp: Lantern) async in
            await Task.yield()
            lamp.log?.lines.append("warm")
        }
    }

    /// Asks for another one during the construction.
    final class Asker: Sendable {
        let ask: @Sendable () throws -> Lantern

        init(_ ask: @escaping @Sendable () throws -> Lantern) { self.ask = ask }
    }

    /// A definition in a script.
    static func service(
        _ steps: String, id: String = "lamp", args: String = "", reload: String = "reapply"
    ) -> String {
        """
        service "\(id)" {
            type = "Lantern", args = { name = "\(id)", log = ref "log", \(args) },
            \(steps), stop = "close", reload = "\(reload)",
        }

        """
    }

    /// The definition of a lamp that another one has as its part.
    static func bulb(_ watts: Int, id: String = "bulb") -> String {
        #"service "\#(id)" { type = "Lantern", args = { name = "\#(id) \#(watts)", log = ref "log" }, stop = "close" }"#
            + "\n"
    }
}

extension Living {
    convenience init(
        lamps text: String, slowWait: Duration = .seconds(5),
        register: (inout Registrations) throws -> Void = { _ in }
    ) throws {
        try self.init(text, types: [Lantern.self], slowWait: slowWait, register: register)
    }

    func lamp(_ id: String = "lamp") throws -> Lantern { try container.resolve(id) }
}
