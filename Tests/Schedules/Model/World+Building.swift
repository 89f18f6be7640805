import MoonwireCore
import MoonwireValues

// The factories of a schedule.

extension World {
    func build(_ service: Int, _ version: Int, _ recipe: Blueprint.DirectBuild, _ resolver: ServiceResolver) throws
        -> Part
    {
        kept.append(resolver)
        let bound = bounds[thread]
        bounds[thread] = min(bound ?? service, service)
        defer { bounds[thread] = bound }
        note("builds \(Blueprint.id(service))v\(version)")
        if !isCalm, random.once(in: 12) { throw Refused() }
        var parts: [Part] = []
        var values: [Int] = []
        var members: [Int]?
        for step in recipe.steps {
            note("\(Blueprint.id(service)) does \(step)")
            switch step {
            case .ask(let other): parts.append(try resolver.resolve(Blueprint.id(other)))
            case .askElsewhere(let other): parts.append(try askElsewhere(other, resolver))
            case .parameter(let number): values.append(try resolver.parameter(Blueprint.parameter(number)))
            case .collect:
                let collected: [Part] = try resolver.tagged("tag")
                members = collected.map(\.service)
                parts += collected
            case .edit: if !isCalm { try reload() }
            case .supply(let other): if !isCalm { try supply(other) }
            }
        }
        for part in parts where part.isStopped && !book.supplied.contains(part.service) {
            book.report("\(Blueprint.id(service)) was given \(part), which is stopped, while it was built")
        }
        let part = Part(book, service, .version(version), parts, values, members: members)
        note("has built \(part)")
        return part
    }

    private func askElsewhere(_ service: Int, _ resolver: ServiceResolver) throws -> Part {
        // A thread that stops an instance may be part of a reload. If it waited for another thread here, the container could not
        // detect that this one waits, possibly for a build that waits for the reload.
        if isStopping[thread] == true { return try resolver.resolve(Blueprint.id(service)) }
        let answer = Answer()
        let bound = bounds[thread]
        elsewhere { [self] in
            bounds[thread] = bound
            let isFirst = isHelping.insert(thread).inserted
            defer { if isFirst { isHelping.remove(thread) } }
            answer.result = Result { try resolver.resolve(Blueprint.id(service)) }
        }
        return try answer.take()
    }
}

/// The result from another thread.
private final class Answer: @unchecked Sendable {  // Read after the thread that writes it has ended.
    var result: Result<Part, any Error>?

    /// Moves the result out: the other thread may hold this object a moment longer.
    func take() throws -> Part {
        defer { result = nil }
        return try result?.get() ?? { throw Refused() }()
    }
}
