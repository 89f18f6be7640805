internal import MoonwireValues

extension HostFunction {
    /// The function that throws for members that a class does not have, or that cannot be set, with the nearest names.
    static func unknownMember(of hostClass: HostClass, kind: String = "member") -> HostFunction {
        let name = hostClass.name
        let writable = Set(hostClass.setters.keys)
        let readable = writable.union(hostClass.getters.keys).union(hostClass.methods.keys)
        return HostFunction(name: name) { call in
            let reader = ValueReader(call.stack, position: 2)
            guard let member = call.stack.text(at: 2) else {
                throw call.error("\(name) has no \(kind) for \(try reader.described(reader.kind))")
            }
            // An assignment passes a value.
            let known = call.count > 2 ? writable : readable
            if readable.contains(member) { throw call.error("\"\(member)\" of \(name) cannot be set") }
            let near = Suggestions(among: known).nearest(to: member)
            throw call.error("\(name) has no \(kind) \"\(member)\"" + alternatives(near))
        }
    }
}

extension LuaCall {
    /// An error on the line that made the call.
    func error(_ message: String) -> LuaError {
        stack.failure(.runtime, message, at: callSite, stack.frames())
    }
}
