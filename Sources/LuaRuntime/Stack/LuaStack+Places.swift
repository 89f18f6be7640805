internal import CLuaShim
package import MoonwireValues

/// Whose results are read.
enum Giver {
    case chunk(String)
    case function(LuaFunction)
    /// A coroutine that yields in the line.
    case yield(ScriptLocation)
    /// One that has returned: its frames are gone.
    case finished
}

/// Where a part of a value was written, which the texts tell when an error needs it.
extension LuaStack {
    /// The line of the part of an argument that does not fit; that of the call when it was not written there.
    func place(of path: [String], inArgument position: Int, of function: HostFunction? = nil) -> ScriptLocation? {
        let site = callSite()?.location
        guard let call = directCall() else { return site }
        let position = position - (function?.hiddenArguments(calledAs: call.name) ?? 0)
        let owner = TableSearch.Owner.call(call.name, line: call.location.line)
        return place(of: path, owner, position, in: call.location.file) ?? site
    }

    /// The line of the part of a result that does not fit; that where the function begins when it is not written there.
    func place(of path: [String], inResult position: Int, of giver: Giver) -> ScriptLocation? {
        switch giver {
        case .chunk(let name):
            return place(of: path, .chunk, position, in: name) ?? ScriptLocation(file: name, line: 1)
        case .function(let function):
            guard let lines = function.lines else { return nil }
            let owner = TableSearch.Owner.function(first: lines.first.line, last: lines.last)
            return place(of: path, owner, position, in: lines.first.file) ?? lines.first
        case .yield(let line):
            let owner = TableSearch.Owner.call("yield", line: line.line)
            return place(of: path, owner, position, in: line.file) ?? line
        case .finished: return nil
        }
    }

    private func place(
        of path: [String], _ owner: TableSearch.Owner, _ position: Int, in file: String
    ) -> ScriptLocation? {
        guard !path.isEmpty, let text = interpreter.chunks.text(of: file),
            mw_spend(entry, Int64(text.utf8.count / Self.searched))
        else { return nil }
        return TableSearch.line(of: path, owner, position: position, in: text).map {
            ScriptLocation(file: file, line: $0)
        }
    }

    /// Bytes of a text that are searched for the price of an instruction.
    private static let searched = 16
}

extension LuaCall {
    /// The line where a part of an argument was written, counted from zero; that of the call when it was not written there.
    package func place(of path: [String], inArgument index: Int) -> ScriptLocation? {
        stack.place(of: path, inArgument: index + 1)
    }
}

extension HostFunction {
    /// How many arguments come before those that are written: an object that is called is one itself.
    fileprivate func hiddenArguments(calledAs name: String?) -> Int {
        guard role == .method, let name else { return 0 }
        return self.name.hasSuffix(".\(name)") ? 0 : 1
    }
}
