internal import MoonwireValues

extension HostFunction {
    /// Refuses what a class does not have, or does not let scripts set, with the nearest names.
    static func unknownMember(of objectClass: ObjectClass, kind: String = "member") -> HostFunction {
        let name = objectClass.name
        let writable = Set(objectClass.setters.keys)
        let readable = writable.union(objectClass.getters.keys).union(objectClass.methods.keys)
        return HostFunction(name: name) { call in
            let reader = ValueReader(call.stack, position: 2)
            guard let member = call.stack.text(at: 2) else {
                throw call.error("\(name) has no \(kind) for \(try reader.described(reader.kind))")
            }
            // An assignment brings its value along.
            let known = call.count > 2 ? writable : readable
            if readable.contains(member) { throw call.error("\"\(member)\" of \(name) cannot be set") }
            let near = Suggestions(among: known).nearest(to: member)
            throw call.error("\(name) has no \(kind) \"\(member)\"" + alternatives(near))
        }
    }
}

/// The line of a message that names what was probably meant; nothing when there is none.
func alternatives(_ names: [String]) -> String {
    names.isEmpty ? "" : "\n    did you mean \(names.quotedAlternatives)?"
}

extension LuaCall {
    /// An error on the line that made the call.
    func error(_ message: String) -> LuaError {
        stack.failure(.runtime, message, at: callSite, stack.frames())
    }
}
