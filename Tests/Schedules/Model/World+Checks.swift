import MoonwireCore
import MoonwireValues

// The invariants of every schedule.

extension World {
    /// The result of a resolve belongs to one revision as a whole: one that was current during the resolve.
    func checkWhole(_ part: Part, from floor: Int) {
        let possible = revisions[floor...].filter { !$0.isBroken }
        if possible.contains(where: { mismatch(part, with: $0) == nil }) { return }
        let reason = possible.last.flatMap { mismatch(part, with: $0) } ?? "no revision was there"
        book.report("torn: \(part) belongs to no revision from \(floor) to \(latest): \(reason)")
    }

    /// Why an instance, or one that it holds, does not match a revision; nil if it does.
    private func mismatch(_ part: Part, with revision: Revision, isWrapped: Bool = false) -> String? {
        if part.origin == .override || part.origin == .supply && book.overridden.contains(part.service) { return nil }
        let id = Blueprint.id(part.service)
        if !isWrapped, part.layer != revision.layers[part.service] {
            return "\(id) must have \(revision.layers[part.service]) decorators"
        }
        if part.layer > 0, part.parts[0].service != part.service || part.parts[0].layer != part.layer - 1 {
            return "decorator \(part.layer) of \(id) wraps another layer"
        }
        guard case .version(let version) = part.origin, !book.supplied.contains(part.service) else { return nil }
        if part.layer == 0, version != revision.versions[part.service] {
            return "\(id) must be v\(revision.versions[part.service])"
        }
        let recipe =
            part.layer > 0
            ? blueprint.decoration(of: part.service, layer: part.layer)
            : blueprint.recipe(of: part.service, version: version)
        for (number, value) in zip(recipe.parameters, part.values) where !settings.contains(number) {
            if value != revision.values[number] {
                return "\(id) holds \(value) as \(Blueprint.parameter(number)), which is \(revision.values[number])"
            }
        }
        if let members = part.members, members != revision.members { return "\(id) collected \(members)" }
        for (number, other) in part.parts.enumerated() {
            let isWrapped = part.layer > 0 && number == 0
            if let reason = mismatch(other, with: revision, isWrapped: isWrapped) { return reason }
        }
        return nil
    }

    /// Checks the end of a schedule: nothing stale is used, a reload is like a fresh load, and nothing leaks.
    func finish() {
        isCalm = true
        do {
            if container != nil {
                try mend()
                try checkCurrent("before the last reload", revision: nil)
                try container?.reload()
                try checkCurrent("after the last reload", revision: latest)
                try compareWithFreshLoad()
                container = nil
            }
            checkEnded()
        } catch { book.report("at the end: \(error)") }
        kept = []
        supplies = Supplies()
        if book.alive != 0 { book.report("\(book.alive) instances are left behind") }
    }

    /// Every current instance belongs to the current revision and holds only current instances.
    private func checkCurrent(_ time: String, revision: Int?) throws {
        guard let container else { return }
        for service in blueprint.services {
            let part: Part = try container.resolve(Blueprint.id(service))
            if let revision { checkCurrent(part, time, revisions[revision]) }
            if revision == nil { checkWhole(part, from: adopted) }
            supplies.check(part, from: supplies.latest(of: service), book)
            try checkHeld(by: part, in: container, time)
        }
    }

    func checkCurrent(_ part: Part, _ time: String, _ revision: Revision) {
        if let reason = mismatch(part, with: revision) { book.report("\(time): \(part) is stale: \(reason)") }
    }

    private func checkHeld(by part: Part, in container: Container, _ time: String) throws {
        guard case .version = part.origin else { return }
        for (number, other) in part.parts.enumerated() {
            let isWrapped = part.layer > 0 && number == 0
            // A holder keeps an instance when another one is supplied; decorators are built again.
            guard case .version = other.origin, isWrapped || !book.supplied.contains(other.service) else { continue }
            if other.isStopped { book.report("\(time): \(part) holds \(other), which is stopped") }
            if !isWrapped, blueprint.scope(of: other.service, layer: other.layer).isSharedBetweenThreads {
                let served: Part = try container.resolve(Blueprint.id(other.service))
                if served !== other {
                    book.report("\(time): \(part) holds another instance of \(Blueprint.id(other.service))")
                }
            }
            try checkHeld(by: other, in: container, time)
        }
    }

    private func compareWithFreshLoad() throws {
        guard let container else { return }
        let plan = try container.reloadPlan()
        if !plan.isEmpty { book.report("a reload of what was just loaded changes something: \(plan)") }
        guard settings.isEmpty else { return }
        if try container.inspection != freshContainer().inspection {
            book.report("the graph is not that of a fresh load")
        }
    }

    /// Resolvers that outlive the container throw the error that it has ended.
    private func checkEnded() {
        for resolver in kept {
            if (try? resolver.resolve(Blueprint.id(0), as: Part.self)) != nil {
                return book.report("a resolver gives services of a container that has ended")
            }
        }
    }
}

extension Part {
    /// The part itself or one that it holds, directly or indirectly.
    func first(where isWanted: (Part) -> Bool) -> Part? {
        if isWanted(self) { return self }
        for part in parts {
            if let found = part.first(where: isWanted) { return found }
        }
        return nil
    }
}
