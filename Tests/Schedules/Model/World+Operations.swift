import MoonwireCore
import MoonwireValues

// The operations of threads and tasks on the container, with their checks.

extension World {
    func perform(_ operation: Operation) {
        note("\(operation)")
        users += 1
        defer {
            users -= 1
            note("\(operation) is over")
        }
        attempt {
            switch operation {
            case .override(let service, let inside):
                guard let container else { return }
                let floor = adopted
                let stand = Part(book, service, .override)
                book.override(service)
                try container.withOverrides {
                    $0.override(Blueprint.id(service)) { _ in stand }
                } operation: {
                    try Self.$isOverriding.withValue(true) {
                        for other in inside { try resolveInside(container, other, stand, from: floor) }
                    }
                }
            default: try performAtOnce(operation)
            }
        }
    }

    /// The same for tasks: others may run between its steps.
    func performInTask(_ operation: Operation) async {
        await Task.yield()
        guard case .override(let service, let inside) = operation else { return perform(operation) }
        users += 1
        defer { users -= 1 }
        guard let container else { return }
        note("\(operation)")
        let floor = adopted
        let stand = Part(book, service, .override)
        book.override(service)
        do {
            try await container.withOverrides {
                $0.override(Blueprint.id(service)) { _ in stand }
            } operation: {
                for other in inside {
                    await Task.yield()
                    Self.$isOverriding.withValue(true) {
                        attempt { try resolveInside(container, other, stand, from: floor) }
                    }
                }
            }
        } catch { judge(error) }
    }

    private func performAtOnce(_ operation: Operation) throws {
        if case .askKept(let service) = operation { return try askKept(service) }
        guard let container else { return }
        switch operation {
        case .resolve(let service): try resolve(service)
        case .collect:
            let floor = adopted
            for part in try container.tagged("tag", as: Part.self) { checkWhole(part, from: floor) }
        case .edit: try reload()
        case .editFiles: try edit()
        case .watch: try watch()
        case .unwatch: unwatch()
        case .plan: try refusable { _ = try container.reloadPlan() }
        case .setParameter(let number, let value):
            set(number)
            try container.setParameter(Blueprint.parameter(number), to: .integer(Int64(value)))
        case .supply(let service):
            try supply(service)
        case .drop: self.container = nil
        case .override, .askKept: break
        }
    }

    func resolve(_ service: Int) throws {
        guard let container else { return }
        let floor = adopted
        let supplied = supplies.latest(of: service)
        let part: Part = try container.resolve(Blueprint.id(service))
        checkWhole(part, from: floor)
        supplies.check(part, from: supplied, book)
    }

    /// Uses a resolver that a factory has kept; it throws a specific error after the container has ended.
    func askKept(_ service: Int) throws {
        guard let resolver = kept.randomElement(using: &random) else { return }
        let hasEnded = container == nil && users == 1 && files == nil && isStopping[thread] != true
        let part: Part = try resolver.resolve(Blueprint.id(service))
        checkWhole(part, from: 0)
        if hasEnded { book.report("a resolver gives \(part) of a container that has ended") }
    }

    func supply(_ service: Int) throws {
        guard let container else { return }
        book.supply(service)
        if Self.isOverriding { return try container.supply(Part(book, service, .override), for: Blueprint.id(service)) }
        let part = Part(book, service, .supply)
        let number = supplies.begin(part)
        try container.supply(part, for: Blueprint.id(service))
        supplies.end(number)
    }

    /// Edits the wiring and reloads.
    func reload() throws {
        try edit()
        // A reload without a watch cannot detect writers.
        guard let container, files?.style != .written else { return }
        // A thread that stops an instance may be part of a reload: it must not wait for a thread that waits for the reload.
        if isHelping.contains(thread), isStopping[thread] == true { return }
        try refusable {
            try container.reload()
            if files == nil { adopt(lastRead) }
        }
    }

    /// Runs a read of the source, which fails exactly if the source is broken.
    private func refusable(_ body: () throws -> Void) throws {
        do { try body() } catch let error as ContainerError {
            if !hasReadFault, files == nil || error.code != .filesChanged { throw error }
            return
        }
        if hasReadFault { book.report("a broken revision was accepted") }
    }

    private func resolveInside(_ container: Container, _ service: Int, _ stand: Part, from floor: Int) throws {
        let part: Part = try container.resolve(Blueprint.id(service))
        checkWhole(part, from: floor)
        if let other = part.first(where: { $0.service == stand.service && $0 !== stand }),
            !book.supplied.contains(stand.service)
        {
            book.report("an override of \(Blueprint.id(stand.service)) is not used: \(part) holds \(other)")
        }
    }

    func attempt(_ body: () throws -> Void) {
        do { try body() } catch { judge(error) }
    }

    /// Records an error, unless a factory threw it on purpose or the container has been released.
    func judge(_ error: any Error) {
        note("an error: \(error)")
        if (error as? ContainerError)?.underlying is Refused || error is Refused { return }
        if container == nil, "\(error)".contains("after its container was released") { return }
        // An instance that a reload stops cannot reload, and one that a build stops cannot resolve what the build builds.
        let limits = ["reload", "depends on itself while it is built"]
        if book.didStop != nil, limits.contains(where: "\(error)".contains) { return }
        book.report("\(error)")
    }
}
