import MoonwireValues

/// How a transient service is built that needs no more than its initializer, with arguments of known types: constants, and
/// other services. Nothing is looked up, converted or boxed on the way.
final class DirectBuild: @unchecked Sendable {  // Constants: `link`, which writes, runs before it is shared.
    enum ArgumentSource {
        /// It lies in its place already.
        case constant
        /// A service without an id, or a transient one, that has a direct build too.
        case made(Unmanaged<DirectBuild>)
        /// Any other service, with the class that is expected of it.
        case service(Int, ObjectIdentifier)
    }

    /// The most arguments of an initializer that may have a direct build.
    static let limit = 8

    /// The plan keeps it.
    let service: Unmanaged<PlannedService>
    /// Whether instances may be handed to any thread.
    let isSendable: Bool
    let call: DirectCall
    let count: Int
    /// Whether there are no other services to be had first.
    let isConstant: Bool
    let argumentSources: UnsafeMutablePointer<ArgumentSource>
    /// The constants, each in its place; those of services are empty.
    let constants: UnsafeMutableRawPointer
    /// Keeps the direct builds of the services that have no id.
    private let inlined: [DirectBuild]
    private let stringIndices: [Int]

    /// Nil for a service that needs more.
    init?(_ service: PlannedService, among services: [PlannedService]) {
        guard service.isTransient, service.steps.isEmpty, service.hooks == nil,
            case .call(let callable, let arguments) = service.maker, let call = callable.direct,
            service.makes(ObjectIdentifier(callable.resultType)), call.types.count <= Self.limit,
            call.types.count == arguments.values.count
        else { return nil }
        var found: [ArgumentSource] = []
        var inlined: [DirectBuild] = []
        for (type, argument) in zip(call.types, arguments.values) {
            switch argument?.content {
            case .value(let value)? where value.isStored(as: type): found.append(.constant)
            case .service(let position)? where services[position].makes(type): found.append(.service(position, type))
            case .inline(let part)?:
                guard part.makes(type), let directBuild = DirectBuild(part, among: services) else { return nil }
                inlined.append(directBuild)
                found.append(.made(.passUnretained(directBuild)))
            default: return nil
            }
        }
        self.service = .passUnretained(service)
        self.call = call
        self.inlined = inlined
        isSendable = service.isSendable
        count = found.count
        isConstant = found.allSatisfy { if case .constant = $0 { true } else { false } }
        argumentSources = .allocate(capacity: max(1, count))
        argumentSources.initialize(from: found, count: count)
        let constants = UnsafeMutableRawPointer.allocate(
            byteCount: max(1, count) * DirectCall.stride, alignment: DirectCall.stride)
        var stringIndices: [Int] = []
        for (index, argument) in arguments.values.enumerated() {
            guard case .value(let value)? = argument?.content else { continue }
            value.store(at: constants + index * DirectCall.stride, as: call.types[index])
            if case .text = value { stringIndices.append(index) }
        }
        self.constants = constants
        self.stringIndices = stringIndices
    }

    deinit {
        for index in stringIndices {
            (constants + index * DirectCall.stride).assumingMemoryBound(to: String.self).deinitialize(count: 1)
        }
        constants.deallocate()
        argumentSources.deallocate()
    }

    /// Goes straight to the services that have direct builds themselves.
    func link(_ directBuild: (Int) -> Unmanaged<DirectBuild>?) {
        for index in 0..<count {
            if case .service(let position, _) = argumentSources[index], let made = directBuild(position) {
                argumentSources[index] = .made(made)
            }
        }
        for part in inlined { part.link(directBuild) }
    }
}

extension PlannedService {
    /// Whether each reference to it makes a new one.
    fileprivate var isTransient: Bool { scope == .transient || index < 0 }

    /// Whether it makes objects of that class.
    fileprivate func makes(_ type: ObjectIdentifier) -> Bool {
        guard let exposure, exposure.type is AnyObject.Type else { return false }
        return ObjectIdentifier(exposure.type) == type
    }
}

extension Value {
    /// Whether it is read as a value of that type, whatever happens: nothing must be left for a conversion to say.
    fileprivate func isStored(as type: ObjectIdentifier) -> Bool {
        switch self {
        case .boolean: type == ObjectIdentifier(Bool.self)
        case .integer(let value):
            type == ObjectIdentifier(Double.self) || type == ObjectIdentifier(Int.self) && Int(exactly: value) != nil
        case .number: type == ObjectIdentifier(Double.self)
        case .text: type == ObjectIdentifier(String.self)
        case .null, .data, .list, .map, .table: false
        }
    }

    fileprivate func store(at memory: UnsafeMutableRawPointer, as type: ObjectIdentifier) {
        switch self {
        case .boolean(let value): memory.initializeMemory(as: Bool.self, to: value)
        case .integer(let value) where type == ObjectIdentifier(Double.self):
            memory.initializeMemory(as: Double.self, to: Double(value))
        case .integer(let value): memory.initializeMemory(as: Int.self, to: Int(value))
        case .number(let value): memory.initializeMemory(as: Double.self, to: value)
        case .text(let value): memory.initializeMemory(as: String.self, to: value)
        case .null, .data, .list, .map, .table: break
        }
    }
}
