import MoonwireSupport

/// The objects that the functions and tables of one load of scripts keep alive.
package protocol ScriptMemory: AnyObject, Sendable {
    /// Frees objects to which no function refers.
    func collect()
    /// Releases an object: from now on the scripts have it only while others keep it.
    func makeWeak(_ object: AnyObject)
    /// Releases every object: from now on scripts hold one only while a function runs, or while others hold it.
    func retire()
}

/// Lets scripts keep objects while this object has an owner: the generation that was created from the scripts, each instance
/// that was built with their functions and is kept by a later generation, and each wrapper of an object by one of their functions.
///
/// Objects of the application are released with the last owner, so it must not be released under a lock.
package final class ScriptLife: Sendable {
    /// Identifies the scripts without keeping anything that they refer to.
    package let identity = ScriptIdentity()
    private let memory: any ScriptMemory

    package init(_ memory: any ScriptMemory) {
        self.memory = memory
    }

    deinit { memory.retire() }

    /// The generation is over.
    ///
    /// Kept instances keep the scripts alive, but not their garbage.
    func collect() { memory.collect() }

    /// Releases an object that a function of the scripts wraps, and that the function may refer to.
    func makeWeak(_ object: AnyObject) { memory.makeWeak(object) }
}

/// The identity of one load of scripts; unlike their ``ScriptLife`` it can be released anywhere.
package final class ScriptIdentity: Sendable {
    private let refusals = Atomic(0)

    /// Whether a check has refused the scripts, so that they do not take effect.
    var isRefused: Bool { refusals.load(ordering: .sequentiallyConsistent) > 0 }

    func refuse() { refusals.store(1, ordering: .sequentiallyConsistent) }
}
