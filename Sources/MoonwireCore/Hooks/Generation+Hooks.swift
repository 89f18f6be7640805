import Synchronization

/// Where the life of a generation meets its hooks.
extension Generation {
    /// Tells hooks of the definitions; from then on services can be built.
    func open() throws {
        try HookRunner(self).registered()
        isOpen.store(true, ordering: .releasing)
    }

    /// Whether services can be built: not before the generation serves, and not after the end of its container.
    @inline(__always) var canBuild: Bool { isOpen.load(ordering: .acquiring) && !container.hasEnded }

    /// The error of a failed build, of which hooks have been told.
    func failed(_ service: PlannedService, _ error: ContainerError) -> ContainerError {
        if service.hooks != nil { HookRunner(self).failed(error, service) }
        return error
    }

    /// Puts an instance in the place of the service, and lets go of the one that was there.
    func supply(_ instance: AnyObject, at place: Int) {
        guard let former = instances.exchange(instance, at: place) else { return }
        gate.drain()
        let isSame = former._withUnsafeGuaranteedRef { $0 === instance }
        if isSame { former.release() } else { release(former, ofServiceAt: place) }
    }

    /// Lets go of an instance that no reader can see any more.
    func release(_ instance: Unmanaged<AnyObject>, ofServiceAt place: Int) {
        let instance = instance.takeRetainedValue()
        if services[place].hooks != nil { HookRunner(self).released(instance, services[place]) }
    }

    /// Sets a parameter for the builds from now on, then tells hooks; throws ``ContainerError`` for one that is fixed,
    /// and when a hook fails, which takes nothing back.
    func setParameter(_ name: String, _ value: WiredValue, _ origin: Origin) throws {
        let (before, after) = try parameters.set(name, value, origin: origin)
        try HookRunner(self).parametersChanged(from: before, to: after)
    }
}
