import MoonwireValues

extension Generation {
    /// The instance of a shared or weak service, if there is one.
    func heldInstance(of service: PlannedService) -> AnyObject? {
        service.scope == .weak ? instances.weaklyHeld[service.index] : readyInstance(at: service.index)
    }

    /// Reads the arguments of an asynchronous member.
    func begin(
        _ callable: Callable, on receiver: AnyObject?, _ arguments: PlannedArguments
    ) throws -> AsynchronousCall {
        guard let begin = callable.begin else {
            throw ContainerError(.asynchronousMember(callable.signature, at: nil))
        }
        let arguments = try settled(arguments) ?? arguments
        // No result is written here.
        let writer = ValueWriter(source, slot: 0)
        return try withExtendedLifetime(arguments) {
            try begin(receiver, Call(source: source, arguments: arguments.position, result: writer))
        }
    }

    /// The result of an asynchronous member.
    func result(of delivery: AsynchronousCall.Delivery) throws -> AnyObject? {
        var result: AnyObject?
        try withUnsafeMutablePointer(to: &result) { slot in
            try delivery(to: ValueWriter(source, slot: Int(bitPattern: slot)))
        }
        return result
    }

    /// The error of a synchronous resolve that needs a service without an instance.
    func mustBeAsynchronous(_ service: PlannedService) -> ContainerError {
        Resolution.current.cycle(through: service) ?? mustBeAsynchronous(service, neededBy: Resolution.current.ids)
    }

    /// The error of a synchronous build that has come to its own asynchronous construction, or to an asynchronous step.
    ///
    /// A member that could not be looked up at load makes no service asynchronous.
    func mustHaveBeenAwaited(_ service: PlannedService, at callable: Callable) -> ContainerError {
        isAsynchronous(service.index)
            ? mustHaveBeenAwaited(service) : ContainerError(.asynchronousMember(callable.signature, at: nil))
    }

    /// The error of a synchronous build that has come to its own asynchronous construction.
    func mustHaveBeenAwaited(_ service: PlannedService) -> ContainerError {
        var users = Resolution.current.ids
        if users.last == service.id { users.removeLast() }
        return mustBeAsynchronous(service, neededBy: users)
    }

    private func mustBeAsynchronous(_ service: PlannedService, neededBy users: [String]) -> ContainerError {
        let asynchronous = plan.asynchronous
        let path = service.index < 0 ? [] : asynchronous?.path(from: service.index) ?? []
        return ContainerError(
            .mustBeAsynchronous(
                service.definition, path.map { plan.services[$0].id },
                asynchronous?.cause(ofServiceAt: path.last ?? service.index), neededBy: users))
    }
}
