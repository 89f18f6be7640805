/// What the scripts of one reading keep in memory: the objects that their functions and tables refer to.
package protocol ScriptMemory: AnyObject, Sendable {
    /// Frees what no function refers to any more.
    func collect()
    /// Lets go of every object: from now on scripts hold one only while a function runs, or while others hold it.
    func retire()
}

/// Lets scripts keep objects for as long as somebody owns this: the generation that was made from the scripts, and each
/// instance that was built with functions of theirs and is kept by a later generation.
///
/// Objects of the application end with the last owner, so it must not go while a lock is held.
package final class ScriptLife: Sendable {
    private let memory: any ScriptMemory

    package init(_ memory: any ScriptMemory) {
        self.memory = memory
    }

    deinit { memory.retire() }

    /// The generation is over. Instances that are kept keep the scripts, but not their garbage.
    func collect() { memory.collect() }
}
