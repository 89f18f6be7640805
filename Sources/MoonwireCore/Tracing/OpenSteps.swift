/// The builds and waits that have begun and not ended, each known by a number, for the build of which a later one is a part.
struct OpenSteps {
    /// By thread, what is in progress there, outermost first.
    private var stacks: [Int: [Int]] = [:]
    /// Asynchronous builds by the address of their frame.
    private var builds: [UInt: Int] = [:]
    private var frames: [Int: UInt] = [:]

    /// Adds a step that begins on a thread, and returns the build of which it is a part.
    mutating func begin(_ step: RecordedStep, at position: Int, onThread thread: Int) -> Int? {
        let outer = step.outer.flatMap { builds[UInt(bitPattern: $0)] }
        if !step.isAsynchronous {
            let parent = stacks[thread]?.last ?? outer
            stacks[thread, default: []].append(position)
            return parent
        }
        if let frame = step.frame.map({ UInt(bitPattern: $0) }) {
            builds[frame] = position
            frames[position] = frame
        }
        return outer
    }

    /// Removes a step; a synchronous one ends on its thread.
    mutating func end(_ position: Int, onThread thread: Int) {
        if let frame = frames.removeValue(forKey: position) { builds[frame] = nil }
        guard stacks[thread]?.last == position else { return }
        stacks[thread]?.removeLast()
        // Threads end, too.
        if stacks[thread]?.isEmpty == true { stacks[thread] = nil }
    }
}
