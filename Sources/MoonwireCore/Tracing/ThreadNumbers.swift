/// The numbers of the threads in a trace, and those of asynchronous builds, which have no thread.
struct ThreadNumbers {
    private var threads: [Int: Int] = [:]
    /// The numbers that asynchronous builds have.
    private var tasks: [Int] = []
    /// By such a number, what is in progress, outermost first.
    private var open: [Int: [Int]] = [:]

    /// The number of a step that begins; `outer` is the build of which it is a part, with its number.
    mutating func begin(
        _ step: RecordedStep, at position: Int, onThread thread: Int, partOf outer: (position: Int, number: Int)?
    ) -> Int {
        if !step.isAsynchronous {
            let number = threads[thread] ?? next
            threads[thread] = number
            return number
        }
        let number = numberOfTask(within: outer)
        open[number, default: []].append(position)
        return number
    }

    mutating func end(_ position: Int, of number: Int) {
        if let index = open[number]?.lastIndex(of: position) { open[number]?.remove(at: index) }
    }

    private var next: Int { threads.count + tasks.count + 1 }

    /// The number of the build around an asynchronous one, unless that awaits another one there; then a free one.
    private mutating func numberOfTask(within outer: (position: Int, number: Int)?) -> Int {
        if let outer, open[outer.number]?.last == outer.position { return outer.number }
        if let free = tasks.first(where: { open[$0]?.isEmpty != false }) { return free }
        let number = next
        tasks.append(number)
        return number
    }
}
