import MoonwireCore
import MoonwireValues

// The actions of instances when they are stopped: application code, which may use the container.
extension World {
    func stop(_ part: Part) throws {
        note("stops \(part)")
        if let other = stoppedNeed(of: part) {
            book.report("\(part) is stopped after \(other), which it needs")
        }
        guard !isCalm else { return }
        // The thread that releases the instance may be reading the source.
        let (wasStopping, former) = (isStopping[thread], reading)
        isStopping[thread] = true
        defer {
            isStopping[thread] = wasStopping
            reading = former
        }
        do { try useContainer() } catch {
            judge(error)
            throw error
        }
    }

    /// An instance that the part holds, and that must be stopped later.
    private func stoppedNeed(of part: Part) -> Part? {
        for other in part.parts {
            guard case .version = other.origin, !book.supplied.contains(other.service) else { continue }
            if other.isStopped { return other }
            if let need = stoppedNeed(of: other) { return need }
        }
        return nil
    }

    private func useContainer() throws {
        let bound = bounds[thread] ?? blueprint.services.count
        guard bound > 0 else { return }
        switch random.below(40) {
        case 0...4: throw Refused()
        case 5...9: try askKept(random.below(bound))
        case 10...14:
            // It may be stopped inside a resolve, which stays in an earlier wiring.
            if let container { checkWhole(try container.resolve(Blueprint.id(random.below(bound))), from: 0) }
        case 15...18: try reload()
        case 19: container = nil
        default: break
        }
    }
}
