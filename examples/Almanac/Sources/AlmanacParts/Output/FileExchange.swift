import Foundation

/// Replaces files, all or none: each by one system call, and back if a later one fails.
struct FileExchange {
    private struct Step {
        let target: String
        /// A second name of the replaced file; nil if there was none.
        let former: String?
    }

    private var steps: [Step] = []

    /// Puts a file at a path; false, with `errno`, if that fails and all earlier replacements are undone.
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
