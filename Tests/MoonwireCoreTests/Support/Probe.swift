import MoonwireCore
import MoonwireValues
import TestSupport

/// Writes down what is done to it, in order; made by closures that know its log.
final class Probe: Exposed, Sendable {
    let log = Collected<String>()
    private let alive: Counter?

    init(alive: Counter? = nil) {
        self.alive = alive
        alive?.add()
    }

    deinit { alive?.add(-1) }

    static let exposure = Exposure(Probe.self) {
        Initializer { Probe() }
        Property("first", get: { $0.log.elements.first }, set: { $0.log.append("first=\($1 ?? "nil")") })
        Property("second", get: { $0.log.elements.last ?? "" }, set: { $0.log.append("second=\($1)") })
        Property("engine", get: { _ in Engine?.none }, set: { $0.log.append("engine=\($1?.brand ?? "nil")") })
        Property("count", \.log.elements.count)
        Method("note", "one", "two", "three") { (probe: Probe, one: String, two: Int, three: Engine?) in
            probe.log.append("note(\(one), \(two), \(three?.brand ?? "nil"))")
        }
        Method("make", "brand") { (_: Probe, brand: String) in Engine(brand: brand, cylinders: 2) }
        Method("child") { (_: Probe) in Probe() }
    }
}

/// A function of a script, played by closures.
final class ScriptFunction: CallableServiceFunction {
    typealias Make = @Sendable (ServiceResolver, ListedArguments?) throws -> AnyObject?
    typealias Configure = @Sendable (AnyObject, ServiceResolver) throws -> Void

    let location: ScriptLocation?
    var lastLine: Int? { location?.line }
    var value: any AnyObject & Sendable { self }
    var takesArguments: Bool { true }
    private let making: Make
    private let configuring: Configure

    init(line: Int? = nil, configure: @escaping Configure = { _, _ in }, make: @escaping Make = { _, _ in nil }) {
        location = line.map(at)
        making = make
        configuring = configure
    }

    func make(_ resolver: ServiceResolver, arguments: ListedArguments?) throws -> AnyObject? {
        try making(resolver, arguments)
    }

    func configure(_ instance: AnyObject, _ resolver: ServiceResolver) throws {
        try configuring(instance, resolver)
    }

    func check(_ instance: AnyObject, _ resolver: ServiceResolver) throws -> HealthVerdict {
        try configuring(instance, resolver)
        return .healthy
    }

    func value<Value>(
        for owner: AnyObject?, _ resolver: ServiceResolver, read: (ValueReader) throws -> Value
    ) throws -> Value? {
        try making(resolver, nil) as? Value
    }

    func handOver(_ former: AnyObject, to instance: AnyObject, _ resolver: ServiceResolver) throws {
        try configuring(former, resolver)
        try configuring(instance, resolver)
    }
}

/// A service that a function makes.
func function(_ make: @escaping ScriptFunction.Make) -> Construction { .function(ScriptFunction(make: make)) }
