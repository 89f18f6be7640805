/// Instances that have been built, and that wait for the starts of services which their factories have requested.
struct HeldStarts: Sendable {
    private struct Waiting {
        let work: StartProgress.Work
        /// The services that have not started.
        var needs: Set<Int>
    }

    private var waiting: [Int: Waiting] = [:]
    /// The services that wait for each service.
    private var users: [Int: [Int]] = [:]

    var all: [StartProgress.Work] { waiting.sorted { $0.key < $1.key }.map(\.value.work) }

    mutating func add(_ work: StartProgress.Work, waitingFor needs: Set<Int>) {
        waiting[work.position] = Waiting(work: work, needs: needs)
        for need in needs { users[need, default: []].append(work.position) }
    }

    /// Takes the instances that wait for nothing any longer once a service has started.
    mutating func takeFree(after started: Int) -> [StartProgress.Work] {
        var free: [StartProgress.Work] = []
        for user in users.removeValue(forKey: started) ?? [] {
            waiting[user]?.needs.remove(started)
            if waiting[user]?.needs.isEmpty == true, let taken = waiting.removeValue(forKey: user) {
                free.append(taken.work)
            }
        }
        return free
    }

    /// Takes instances that wait for each other, and for no other cycle; `needs` are what a service that has not been built waits
    /// for.
    mutating func takeCycle(_ needs: (Int) -> [Int]) -> [StartProgress.Work] {
        guard var first = waiting.keys.min() else { return [] }
        var cycle = reached(from: first, needs)
        // What cannot be reached back waits for another cycle.
        while let other = cycle.sorted().first(where: { !reached(from: $0, needs).contains(first) }) {
            first = other
            cycle = reached(from: first, needs)
        }
        return cycle.union([first]).sorted().compactMap { waiting.removeValue(forKey: $0)?.work }
    }

    /// The waiting services for which one of them waits, directly or not.
    private func reached(from position: Int, _ needs: (Int) -> [Int]) -> Set<Int> {
        var visited: Set<Int> = []
        var unvisited = [position]
        while let next = unvisited.popLast() {
            for need in waiting[next].map({ Array($0.needs) }) ?? needs(next) where visited.insert(need).inserted {
                unvisited.append(need)
            }
        }
        return visited.filter { waiting[$0] != nil }
    }
}
