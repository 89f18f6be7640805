import MoonwireValues

/// Calls such as `service "id"`, which wait for the table or the function that follows.
struct PendingCalls {
    struct Call {
        let word: String
        let id: String
        let location: ScriptLocation?
        fileprivate(set) var isFinished = false
    }

    private var calls: [Call] = []
    /// How many of the calls belong to scripts that ran before.
    private var reported = 0

    /// Adds a call, and returns its number.
    mutating func begin(_ word: String, _ id: String, at location: ScriptLocation?) -> Int {
        calls.append(Call(word: word, id: id, location: location))
        return calls.count - 1
    }

    /// The id of a call that was begun; it may be finished more than once, and then defines its id again.
    mutating func finish(_ number: Int) -> String {
        calls[number].isFinished = true
        return calls[number].id
    }

    /// Ends the call that was begun last: what is wrong with it has been reported.
    mutating func abandonLast() {
        guard let last = calls.indices.last else { return }
        calls[last].isFinished = true
    }

    /// The calls of the running script that nothing followed.
    mutating func takeUnfinished() -> [Call] {
        defer { reported = calls.count }
        return calls[reported...].filter { !$0.isFinished }
    }
}
