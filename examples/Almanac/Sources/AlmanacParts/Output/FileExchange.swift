import Foundation

/// Puts files in the places of others, all or none: each by one step of the system, and back when a later one fails.
struct FileExchange {
    private struct Step {
        let target: String
        /// A second name of the file that was there; nil when none was.
        let former: String?
    }

    private var steps: [Step] = []

    /// Puts a file at a place; false, with `errno` as it was, when that fails and everything put before is undone.
    mutating func put(_ file: String, at target: String) -> Bool {
        let former = file + ".former"
        let step = Step(target: target, former: link(target, former) == 0 ? former : nil)
        guard rename(file, target) == 0 else {
            let reason = errno
            undo()
            errno = reason
            return false
        }
        steps.append(step)
        return true
    }

    private mutating func undo() {
        for step in steps.reversed() {
            if let former = step.former { rename(former, step.target) } else { unlink(step.target) }
        }
        steps = []
    }
}
