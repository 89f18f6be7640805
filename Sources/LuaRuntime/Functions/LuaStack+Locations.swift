internal import CLuaShim
package import MoonwireValues

/// What returned the results that are read.
enum ResultSource {
    case chunk(String)
    case function(LuaFunction)
    /// A coroutine that yielded at the line.
    case yield(ScriptLocation)
    /// A coroutine that has returned, and has no frames.
    case finished
}

/// Finds where a part of a value was written, by searching the source when an error needs it.
extension LuaStack {
    /// The line of a part of an argument; that of the call when it was not written there.
    func location(of path: [String], inArgument position: Int, of function: HostFunction? = nil) -> ScriptLocation? {
        let site = callSite()?.location
        guard let call = directCall() else { return site }
        let position = position - (function?.hiddenArguments(calledAs: call.name) ?? 0)
        let owner = TableSearch.Owner.call(call.name, line: call.location.line)
        return location(of: path, owner, position, in: call.location.file) ?? site
    }

    /// The line of a part of a result; that where the function begins when it was not written there.
    func location(of path: [String], inResult position: Int, of source: ResultSource) -> ScriptLocation? {
        switch source {
        case .chunk(let name):
            return location(of: path, .chunk, position, in: name) ?? ScriptLocation(file: name, line: 1)
        case .function(let function):
            guard let lines = function.lines else { return nil }
            let owner = TableSearch.Owner.function(first: lines.first.line, last: lines.last)
            return location(of: path, owner, position, in: lines.first.file) ?? lines.first
        case .yield(let line):
            let owner = TableSearch.Owner.call("yield", line: line.line)
            return location(of: path, owner, position, in: line.file) ?? line
        case .finished: return nil
        }
    }

    private func location(
        of path: [String], _ owner: TableSearch.Owner, _ position: Int, in file: String
    ) -> ScriptLocation? {
        guard !path.isEmpty, let source = interpreter.chunks.source(of: file),
            mw_spend(entry, Int64(source.utf8.count / Self.searched))
        else { return nil }
        return TableSearch.line(of: path, owner, position: position, in: source).map {
            ScriptLocation(file: file, line: $0)
        }
    }

    /// Bytes of source whose search costs as much as one instruction.
    private static let searched = 16
}

extension LuaCall {
    /// The line of a part of an argument, whose index counts from zero; that of the call when it was not written there.
    package func location(of path: [String], inArgument index: Int) -> ScriptLocation? {
        stack.location(of: path, inArgument: index + 1)
    }
}

extension HostFunction {
    /// The number of arguments before those that are written: an object that is called is one itself.
    fileprivate func hiddenArguments(calledAs name: String?) -> Int {
        guard role == .method, let name else { return 0 }
        return self.name.hasSuffix(".\(name)") ? 0 : 1
    }
}
