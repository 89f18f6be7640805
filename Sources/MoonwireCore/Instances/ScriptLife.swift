/// The objects that the functions and tables of one load of scripts keep alive.
package protocol ScriptMemory: AnyObject, Sendable {
    /// Frees objects to which no function refers.
    func collect()
    /// Releases every object: from now on scripts hold one only while a function runs, or while others hold it.
    func retire()
}

/// Lets scripts keep objects while this object has an owner: the generation that was created from the scripts, and each instance
/// that was built with their functions and is kept by a later generation.
///
/// Objects of the application are released with the last owner, so it must not be released under a lock.
package final class ScriptLife: Sendable {
    private let memory: any ScriptMemory

    package init(_ memory: any ScriptMemory) {
        self.memory = memory
    }

    deinit { memory.retire() }

    /// The generation is over.
    ///
    /// Kept instances keep the scripts alive, but not their garbage.
    func collect() { memory.collect() }
}
