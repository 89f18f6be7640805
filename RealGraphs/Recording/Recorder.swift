import Moonwire
import Synchronization

/// An instance of any class of a graph: it records how it was created, and what was done to it.
final class Recorder: Sendable {
    /// What created the instance.
    enum Maker: Sendable {
        case initializer(String)
        case method(of: Recorder, String)
        case staticMethod(of: String, String)
    }

    struct Call: Sendable {
        let method: String
        let arguments: [RecordedValue]
    }

    /// A method that completed the instance, and its owner.
    struct Configuration: Sendable {
        let owner: Recorder
        let method: String
    }

    let maker: Maker
    /// The arguments by label.
    let arguments: [String: RecordedValue]
    private let state = Mutex(State())

    private struct State {
        var calls: [Call] = []
        var properties: [String: RecordedValue] = [:]
        var configurations: [Configuration] = []
    }

    init(_ maker: Maker, _ labels: [String], _ values: [RecordedValue]) {
        self.maker = maker
        let given = zip(labels, values).filter { if case .missing = $1 { false } else { true } }
        arguments = Dictionary(given, uniquingKeysWith: { $1 })
    }

    /// The instance that the application supplies for an id.
    convenience init(outside id: String) {
        self.init(.initializer(Names.outside), ["a1"], [.string(id)])
    }

    var calls: [Call] { state.withLock { $0.calls } }
    var properties: [String: RecordedValue] { state.withLock { $0.properties } }
    var configurations: [Configuration] { state.withLock { $0.configurations } }

    func note(_ method: String, _ values: [RecordedValue]) {
        let given = values.filter { if case .missing = $0 { false } else { true } }
        state.withLock { $0.calls.append(Call(method: method, arguments: given)) }
    }

    func set(_ property: String, _ value: RecordedValue) { state.withLock { $0.properties[property] = value } }

    func note(_ configuration: Configuration) { state.withLock { $0.configurations.append(configuration) } }
}
