import MoonwireValues

extension Generation {
    /// Builds a new instance with a direct build; ``build(_:)`` is the general path.
    @inline(never) func make(_ directBuild: DirectBuild, _ resolution: Resolution) throws -> AnyObject {
        try directBuild.service._withUnsafeGuaranteedRef { service in
            guard isOpen, context.current.recordings.isEmpty else { return try stepByStep(service) }
            return try resolution.building(service) {
                do {
                    let instance =
                        directBuild.isConstant
                        ? try directBuild.call(directBuild.constants) : try callInitializer(directBuild, resolution)
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

    /// Calls the initializer with its arguments: the constants, and the services that it needs.
    @inline(__always) private func callInitializer(_ directBuild: DirectBuild, _ resolution: Resolution) throws
        -> AnyObject
    {
        try withUnsafeTemporaryAllocation(
            byteCount: DirectBuild.limit * DirectCall.stride, alignment: DirectCall.stride
        ) { memory in
            guard let start = memory.baseAddress else { preconditionFailure("Moonwire: memory without an address") }
            for index in 0..<directBuild.count {
                let argument = start + index * DirectCall.stride
                switch directBuild.argumentSources[index] {
                case .constant:
                    argument.copyMemory(
                        from: directBuild.constants + index * DirectCall.stride, byteCount: DirectCall.stride)
                case .made(let part):
                    let object = try orReleasing(directBuild, index, start) {
                        try part._withUnsafeGuaranteedRef { try make($0, resolution) }
                    }
                    argument.initializeMemory(as: AnyObject.self, to: object)
                case .service(let number, let type):
                    let object = try orReleasing(directBuild, index, start) { try ready(number) }
                    argument.initializeMemory(as: AnyObject.self, to: object)
                    if ObjectIdentifier(Swift.type(of: object)) != type {
                        return try convert(directBuild, index + 1, start)
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
            if case .constant = directBuild.argumentSources[index] { return nil }
            return (start + index * DirectCall.stride).assumingMemoryBound(to: AnyObject.self).move()
        }
    }

    /// Continues with the general build, because the class of the last service differs from the expected class; it may still fit.
    @inline(never) private func convert(
        _ directBuild: DirectBuild, _ count: Int, _ start: UnsafeMutableRawPointer
    ) throws -> AnyObject {
        let made = take(directBuild, count, start)
        return try directBuild.service._withUnsafeGuaranteedRef { service in
            guard case .call(let callable, let arguments) = service.maker else { return try build(service) }
            let values = arguments.values.enumerated().map { index, planned in
                guard index < count, let object = made[index] else { return planned }
                // Read at once, by the thread that has the object already.
                return PlannedValue(.object(unsafeBitCast(object, to: (any AnyObject & Sendable).self)))
            }
            return try result(of: callable, on: nil, PlannedArguments(values), service)
        }
    }
}
