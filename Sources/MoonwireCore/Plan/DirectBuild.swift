import MoonwireValues

/// The construction of a transient service that needs only its initializer, with arguments of known types: constants,
/// and other services.
///
/// It involves no lookups, conversions, or boxes.
final class DirectBuild: @unchecked Sendable {  // Written only by `link`, before it is shared.
    enum ArgumentSource {
        /// A constant that is stored already.
        case constant
        /// A service without an id, or a transient one, that also has a direct build.
        case made(Unmanaged<DirectBuild>)
        /// Any other service, with its expected class.
        case service(Int, ObjectIdentifier)
    }

    /// The largest number of arguments of an initializer with a direct build.
    static let limit = 8

    /// The plan keeps it alive.
    let service: Unmanaged<PlannedService>
    /// Whether instances may be passed to any thread.
    let isSendable: Bool
    let call: DirectCall
    let count: Int
    /// Whether there are no services among the arguments.
    let isConstant: Bool
    let argumentSources: UnsafeMutablePointer<ArgumentSource>
    /// The constants, each in its storage; the storage of services is empty.
    let constants: UnsafeMutableRawPointer
    /// Keeps the direct builds of services without an id alive.
    private let inlined: [DirectBuild]
    private let stringIndices: [Int]

    /// Nil for a service that needs the general build.
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

    /// Links the services that have direct builds themselves.
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
    /// Whether each reference creates a new instance.
    fileprivate var isTransient: Bool { scope == .transient || index < 0 }

    /// Whether it creates objects of that class.
    fileprivate func makes(_ type: ObjectIdentifier) -> Bool {
        guard let exposure, exposure.type is AnyObject.Type else { return false }
        return ObjectIdentifier(exposure.type) == type
    }
}

extension PlainValue {
    /// Whether it can always be read as a value of that type, so that a conversion never fails.
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
