import MoonwireValues

/// The services that a build awaits before it uses its values, because they need an asynchronous build.
struct AsynchronousNeeds {
    /// A service among the values.
    enum Need: Sendable {
        case service(Int)
        /// A service that is built with arguments.
        case serviceWith(Int, PassedValues)
        /// A service without an id.
        case inline(PlannedService)
    }

    /// The values that are replaced by the instances, in the order of `needs`; each has its own identity.
    private var places: [PlannedValue] = []
    private(set) var needs: [Need] = []
    private let generation: Generation

    init(in generation: Generation) {
        self.generation = generation
    }

    /// The value with its needs recorded; parameters that contain needs are filled in.
    mutating func collect(_ value: PlannedValue) -> PlannedValue {
        value.mapParts { part in
            // An error is thrown again when the value is read, with its path.
            if part.isFilledInLate, let filled = try? generation.source.filledIn(part) {
                let count = needs.count
                let collected = collect(filled)
                return needs.count > count ? collected : part
            }
            guard let need = generation.asynchronousNeed(part) else { return nil }
            let place = PlannedValue(part.content, isSecret: part.isSecret)
            places.append(place)
            needs.append(need)
            return place
        }
    }

    /// Records a service that a function resolves, and that it expects to exist.
    mutating func collect(use position: Int) {
        places.append(PlannedValue(.service(position)))
        needs.append(.service(position))
    }

    /// Whether a service without an id may be built; its slots belong to the service that contains it.
    var mayHaveInline: Bool {
        needs.contains { if case .service = $0 { false } else { true } }
    }

    /// The change that replaces the values of the needs by their instances.
    func replacing(by instances: [BuiltInstance]) -> (PlannedValue) -> PlannedValue {
        var objects: [ObjectIdentifier: PlannedValue] = [:]
        for (place, instance) in zip(places, instances) {
            // Read by the build alone, which has the object already.
            let object = unsafeBitCast(instance.object, to: (any AnyObject & Sendable).self)
            objects[ObjectIdentifier(place)] = PlannedValue(.object(object), isSecret: place.isSecret)
        }
        return { value in value.mapParts { objects[ObjectIdentifier($0)] } }
    }
}

extension Generation {
    /// Whether the service at a position needs an asynchronous build.
    @inline(__always) func isAsynchronous(_ position: Int) -> Bool {
        guard let asynchronous = plan.asynchronous else { return false }
        return asynchronous.contains(position)
    }

    fileprivate func asynchronousNeed(_ value: PlannedValue) -> AsynchronousNeeds.Need? {
        switch value.content {
        case .service(let position): return isAsynchronous(position) ? .service(position) : nil
        case .serviceWith(let position, let passed):
            var needs = AsynchronousNeeds(in: self)
            for argument in passed.values { _ = needs.collect(argument.value) }
            return isAsynchronous(position) || !needs.needs.isEmpty ? .serviceWith(position, passed) : nil
        case .inline(let service): return isAsynchronous(inline: service) ? .inline(service) : nil
        default: return nil
        }
    }

    private func isAsynchronous(inline service: PlannedService) -> Bool {
        if service.maker.isAsynchronous || service.steps.contains(where: \.isAsynchronous) { return true }
        var needs = AsynchronousNeeds(in: self)
        _ = service.maker.mapValues { needs.collect($0) }
        for step in service.steps { _ = step.mapValues { needs.collect($0) } }
        return !needs.needs.isEmpty
    }
}

extension PlannedService.Maker {
    /// Whether the construction itself is asynchronous.
    var isAsynchronous: Bool {
        switch self {
        case .call(let callable, _), .method(let callable, _, _): callable.begin != nil
        case .swift(let body): body.begin != nil
        case .lateMethod, .function, .supplied: false
        }
    }
}

extension PlannedService.Step {
    /// Whether it calls an asynchronous method.
    var isAsynchronous: Bool { if case .call(let callable, _) = self { callable.begin != nil } else { false } }
}
