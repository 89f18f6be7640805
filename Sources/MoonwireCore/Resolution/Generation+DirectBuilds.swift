import MoonwireValues

extension Generation {
    /// The instance of a service with a direct build, according to its scope.
    @inline(__always) func instance(of directBuild: DirectBuild, _ resolution: Resolution) throws -> AnyObject {
        directBuild.isGraph ? try graphInstance(of: directBuild, resolution) : try make(directBuild, resolution)
    }

    @inline(never) private func graphInstance(
        of directBuild: DirectBuild, _ resolution: Resolution
    ) throws -> AnyObject {
        try directBuild.service._withUnsafeGuaranteedRef { service in
            try resolution.graphInstance(service, of: self) { try make(directBuild, resolution) }
        }
    }

    /// Builds a new instance with a direct build; ``build(_:)`` is the general path.
    @inline(never) func make(_ directBuild: DirectBuild, _ resolution: Resolution) throws -> AnyObject {
        try directBuild.service._withUnsafeGuaranteedRef { service in
            guard isOpen, context.current.recordings.isEmpty else { return try stepByStep(service) }
            if let factory = directBuild.factory { return try make(by: factory, service, resolution) }
            var constants = directBuild.constants.start
            var version: Unmanaged<ParameterConstants.Version>?
            if let known = directBuild.parameters {
                // The constants belong to the parameters of the generation beneath.
                guard context.layer == nil else { return try stepByStep(service) }
                version = known.current(in: parameters)
                guard let start = version?._withUnsafeGuaranteedRef({ $0.constants?.start }) else {
                    return try stepByStep(service)
                }
                constants = start
            }
            return try resolution.building(service) {
                do {
                    let instance =
                        directBuild.isConstant
                        ? try directBuild.call(constants)
                        : try callInitializer(directBuild, constants, version, resolution)
                    try fillSlots(of: instance, builtAs: service)
                    return instance
                } catch {
                    throw traced(error, service, resolution)
                }
            }
        }
    }

    /// Out of line, like all rare cases: this runs once for each level of a graph, and each level uses the stack.
    @inline(never) private func stepByStep(_ service: PlannedService) throws -> AnyObject { try build(service) }

    /// Calls the factory; out of line, so that it does not enlarge the stack of initializers.
    @inline(never) private func make(
        by factory: SwiftFactoryBody, _ service: PlannedService, _ resolution: Resolution
    ) throws -> AnyObject {
        try resolution.building(service) {
            do {
                let instance = try withResolver { try factory.make($0) }
                try fillSlots(of: instance, builtAs: service)
                return instance
            } catch {
                throw traced(error, service, resolution)
            }
        }
    }

    /// Calls the initializer with its arguments: the constants, and the services that it needs.
    @inline(__always) private func callInitializer(
        _ directBuild: DirectBuild, _ constants: UnsafeMutableRawPointer,
        _ version: Unmanaged<ParameterConstants.Version>?, _ resolution: Resolution
    ) throws -> AnyObject {
        try withUnsafeTemporaryAllocation(
            byteCount: DirectBuild.limit * DirectCall.stride, alignment: DirectCall.stride
        ) { memory in
            guard let start = memory.baseAddress else { preconditionFailure("Moonwire: memory without an address") }
            for index in 0..<directBuild.count {
                let argument = start + index * DirectCall.stride
                switch directBuild.argumentSources[index] {
                case .constant:
                    argument.copyMemory(from: constants + index * DirectCall.stride, byteCount: DirectCall.stride)
                case .parameter:
                    // A part that was built before it may have set a parameter.
                    if version?._withUnsafeGuaranteedRef({ $0.isCurrent(in: parameters) }) != true {
                        return try convert(directBuild, index, start, version)
                    }
                    argument.copyMemory(from: constants + index * DirectCall.stride, byteCount: DirectCall.stride)
                case .made(let part):
                    let object = try orReleasing(directBuild, index, start) {
                        try part._withUnsafeGuaranteedRef { try make($0, resolution) }
                    }
                    argument.initializeMemory(as: AnyObject.self, to: object)
                case .shared(let number, let type):
                    let object =
                        try readyInstance(at: number) ?? orReleasing(directBuild, index, start) { try ready(number) }
                    argument.initializeMemory(as: AnyObject.self, to: object)
                    if ObjectIdentifier(Swift.type(of: object)) != type {
                        return try convert(directBuild, index + 1, start, version)
                    }
                case .service(let number, let type):
                    let object = try orReleasing(directBuild, index, start) { try ready(number) }
                    argument.initializeMemory(as: AnyObject.self, to: object)
                    if ObjectIdentifier(Swift.type(of: object)) != type {
                        return try convert(directBuild, index + 1, start, version)
                    }
                }
            }
            return try directBuild.call(start)
        }
    }

    @inline(never) private func ready(_ number: Int) throws -> AnyObject { try instance(at: number) }

    /// Builds the services; on failure, releases those that were built.
    @inline(__always) private func orReleasing(
        _ directBuild: DirectBuild, _ count: Int, _ start: UnsafeMutableRawPointer, _ make: () throws -> AnyObject
    ) throws -> AnyObject {
        do { return try make() } catch {
            _ = take(directBuild, count, start)
            throw error
        }
    }

    /// Moves the built services out; nil for other arguments.
    @inline(never) private func take(_ directBuild: DirectBuild, _ count: Int, _ start: UnsafeMutableRawPointer)
        -> [AnyObject?]
    {
        (0..<count).map { index in
            if directBuild.argumentSources[index].isValue { return nil }
            return (start + index * DirectCall.stride).assumingMemoryBound(to: AnyObject.self).move()
        }
    }

    /// Continues with the general build after some arguments: the class of the last service differs from the expected class, and
    /// may still fit, or a parameter has been set meanwhile.
    @inline(never) private func convert(
        _ directBuild: DirectBuild, _ count: Int, _ start: UnsafeMutableRawPointer,
        _ version: Unmanaged<ParameterConstants.Version>?
    ) throws -> AnyObject {
        let values = version?._withUnsafeGuaranteedRef(\.values)
        let made = take(directBuild, count, start)
        return try directBuild.service._withUnsafeGuaranteedRef { service in
            guard case .call(let callable, let arguments) = service.maker else { return try build(service) }
            let values = arguments.values.enumerated().map { index, planned in
                if index >= count { return planned }
                guard let object = made[index] else {
                    return values?[index].map { PlannedValue(.value($0)) } ?? planned
                }
                // Read at once, by the thread that has the object already.
                return PlannedValue(.object(unsafeBitCast(object, to: (any AnyObject & Sendable).self)))
            }
            return try result(of: callable, on: nil, PlannedArguments(values), service)
        }
    }
}
