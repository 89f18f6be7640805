import LuaRuntime
import MoonwireCore

extension Evaluation {
    /// Runs a word's body, and ends the script when that cost more than its limits allow.
    func metering(_ word: String, _ call: LuaCall, _ body: (LuaCall) throws -> LuaReturn) throws -> LuaReturn {
        guard !hasEnded else { return try body(call) }
        // A word that failed may have gone over a limit, and the script may have caught the error.
        costs.settle(word, at: call.callSite)
        try throwFault(call)
        costs.begin()
        charge(call)
        // The costs of a word count even if it fails: a script may call it again and again.
        defer { _ = call.stack.spend(0) }
        let result = try body(call)
        costs.settle(word, at: call.callSite)
        try throwFault(call)
        return result
    }

    /// Counts the strings among the arguments of a word, of which most words keep something.
    private func charge(_ call: LuaCall) {
        for index in 0..<call.count { charge(stringAt: call.position(index), call.stack) }
    }

    /// Counts a string; anything else is counted when it is read.
    func charge(stringAt position: Int, _ stack: LuaStack) {
        if stack.luaType(at: position) == .string { costs.add(bytes: stack.rawLength(at: position)) }
    }

    /// Nothing that a script catches lets it go on: its instructions are used up as well.
    private func throwFault(_ call: LuaCall) throws {
        guard costs.isEnded, let fault = costs.fault else { return }
        call.stack.spendAll()
        throw ContainerError(fault)
    }
}

extension ScriptTable {
    /// Counts an element; false when that is one too many, and nothing more is read.
    func admitsElement() -> Bool {
        evaluation.costs.add(elements: 1)
        guard evaluation.costs.isOverLimit else { return !evaluation.costs.isEnded }
        evaluation.costs.settle(subject, at: origin.location)
        return false
    }

    /// Counts the placeholders that a string may contain; false when they are too many, and it is not taken apart.
    func admits(placeholdersIn text: String) -> Bool {
        let signs = text.utf8.count { $0 == UInt8(ascii: "%") }
        evaluation.costs.add(bytes: signs / 2 * ReadingCosts.Bytes.placeholder)
        evaluation.costs.settle(subject, at: origin.location)
        return !evaluation.costs.isEnded
    }

    /// Whether the script can pay for a part of a value that it holds once more.
    func admits(again part: ReadingCosts.Extent) -> Bool {
        evaluation.costs.add(elements: part.elements)
        evaluation.costs.settle(subject, at: origin.location)
        guard stack.spend(evaluation.costs.price(of: part)) else {
            evaluation.costs.end(subject, at: origin.location)
            return false
        }
        return !evaluation.costs.isEnded
    }

    /// Reads a table inside a value once, however often the value holds it.
    func reading(_ position: Int, at path: [String], _ read: () -> WiredValue) -> WiredValue {
        let identity = stack.identity(at: position)
        switch evaluation.costs.tables[identity] {
        case .open: return refuse(path)
        case .read(let value, let extent):
            guard path.count + extent.depth <= ReadingCosts.deepest else { return refuse(path) }
            deepen(to: path.count + extent.depth)
            return admits(again: extent) ? value : .value(.null)
        case nil: break
        }
        evaluation.costs.tables[identity] = .open
        let (elements, depth) = (evaluation.costs.elements, evaluation.costs.depth)
        evaluation.costs.depth = path.count
        let value = read()
        let extent = ReadingCosts.Extent(
            elements: evaluation.costs.elements - elements, depth: evaluation.costs.depth - path.count)
        evaluation.costs.tables[identity] = .read(value, extent)
        deepen(to: depth)
        return value
    }

    /// A service without an id that the value holds.
    func admits(_ part: ReadingCosts.Extent, isShared: Bool, at path: [String]) -> Bool {
        guard path.count + part.depth <= ReadingCosts.deepest else {
            _ = refuse(path)
            return false
        }
        deepen(to: path.count + part.depth)
        if isShared { return admits(again: part) }
        evaluation.costs.add(elements: part.elements)
        return true
    }

    func refuse(_ path: [String]) -> WiredValue {
        report({ .tooDeep(subject, at: $0) }, at: path)
        return .value(.null)
    }

    private func deepen(to depth: Int) {
        evaluation.costs.depth = max(evaluation.costs.depth, depth)
    }
}
