import LuaRuntime
import Moonwire
import MoonwireObjects
import MoonwireSupport
import MoonwireValues

protocol Sending: Sendable {}

struct Outage: Error, Equatable {
    let reason: String
}

/// Sends messages, and records what it sends.
class Mailer: Sending, Exposed, @unchecked Sendable {  // A lock protects its lines, and tests assign its members first.
    private let lines = Lock<[String]>([])
    var sent: [String] { lines.withLock { $0 } }

    @Overridable var greet = { @Sendable (name: String) in "Hello \(name)" }
    @Overridable({ (mailer: Mailer, text: String, count: Int) in mailer.repeated(text, count) })
    var echo: @Sendable (String, Int) throws -> [String]

    init() {}

    func send(_ text: String) throws -> Int {
        if text == "fail" { throw Outage(reason: "no line") }
        return lines.withLock { lines in
            lines.append(text)
            return lines.count
        }
    }

    func note(_ text: String) { lines.withLock { $0.append("note " + text) } }

    func greeting(_ name: String) throws -> String { try greet(name) }

    func make(_ name: String) -> Mailer { Mailer() }

    private func repeated(_ text: String, _ count: Int) -> [String] { Array(repeating: text, count: count) }

    class var exposure: Exposure {
        Exposure(Mailer.self) {
            Initializer { Mailer() }
            Method("send", Mailer.send, "text")
            Method("note", Mailer.note, "text")
            Method("greeting", Mailer.greeting, "name")
            Method("make", Mailer.make, "name")
            Method("list", "texts") { (mailer: Mailer, texts: [String]) in texts.count }
            Method("later", "text") { (mailer: Mailer, text: String) async in text }
            Property("sent", \.sent)
            StaticMethod("standard") { Mailer() }
            Provides { $0 as any Sending }
        }
    }
}

final class FastMailer: Mailer, @unchecked Sendable {  // Like its base class.
    override class var exposure: Exposure {
        Exposure(FastMailer.self) {
            Initializer { FastMailer() }
            Method("send", "text") { (mailer: FastMailer, text: String) in try mailer.send(text) }
            Property("sent", \.sent)
        }
    }
}

struct Price: Exposed, Equatable {
    let cents: Int

    static let exposure = Exposure(Price.self) {
        Initializer("cents", body: Price.init)
        Method("plus", "cents") { (price: Price, cents: Int) in Price(cents: price.cents + cents) }
        Property("cents", \.cents)
    }
}

/// Calls a function of the script.
struct Formula: Exposed {
    let apply: LuaFunction

    static let exposure = Exposure(Formula.self) {
        Initializer("apply") { Formula(apply: $0) }
    }
}

/// A container with the words of MoonwireObjects.
func office(_ text: String, register: (inout Registrations) throws -> Void = { _ in }) throws -> Container {
    try Container(
        text: text, types: [Mailer.self, FastMailer.self, Price.self, Formula.self], environment: .test,
        limits: Interpreter.Limits(cpuTime: .seconds(60))
    ) {
        $0.addObjects()
        try register(&$0)
    }
}

/// The message of an error; empty if there is none.
func message(_ action: () throws -> Void) -> String {
    do {
        try action()
        return ""
    } catch {
        return "\(error)"
    }
}
