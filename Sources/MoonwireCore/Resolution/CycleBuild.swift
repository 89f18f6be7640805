/// The services of a cycle while a thread builds them: no other thread receives one before all are complete.
///
/// Only the thread that builds them uses it.
final class CycleBuild {
    /// A service that has been constructed, and whose first steps have run.
    struct Member {
        let service: PlannedService
        let instance: AnyObject
        /// The services that needed it.
        let path: [String]
        /// The instances to stop if it is not kept.
        var made: [AnyObject]
    }

    let cycle: ServiceCycle
    let generation: Generation
    /// In the order of their construction.
    private(set) var members: [Member] = []
    private var instances: [Int: AnyObject] = [:]
    /// The number of members whose later steps have run, and of those that are complete.
    private var finished = 0
    private var completed = 0

    init(_ cycle: ServiceCycle, in generation: Generation) {
        self.cycle = cycle
        self.generation = generation
    }

    func add(_ member: Member) {
        members.append(member)
        instances[member.service.index] = member.instance
    }

    func instance(at position: Int) -> AnyObject? { instances[position] }

    /// Runs the later steps of all members, then completes each; either may construct further members.
    func complete(finish: (Member) throws -> Void, complete: (inout Member) throws -> Void) throws {
        while completed < members.count {
            while finished < members.count {
                finished += 1
                try finish(members[finished - 1])
            }
            completed += 1
            var member = members[completed - 1]
            let number = completed - 1
            defer { members[number] = member }
            try complete(&member)
        }
    }
}
