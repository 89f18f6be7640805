import MoonwireModel
import MoonwireSupport
import MoonwireValues

extension Generation {
    /// Whether only a task can run an action, because it is asynchronous.
    func isAsynchronous(_ action: InstanceAction, on instance: AnyObject) -> Bool {
        switch action {
        case .method(let name): exposure(of: instance)?.methods[name]?.begin != nil
        case .function: false
        case .closure(let closure): closure.callable.isAsynchronous
        }
    }

    /// Runs a synchronous action; a method or function that returns nothing has found no problem.
    func run(_ action: InstanceAction, on instance: AnyObject, _ service: PlannedService) throws -> HealthVerdict {
        switch action {
        case .method(let name):
            let method = try method(name, of: instance, service)
            return Self.verdict(
                try call(method, on: instance, plan.planned(Arguments(), for: method.signature)))
        case .function(let function): return try withResolver { try function.callable.check(instance, $0) }
        case .closure(let closure): return try closure.callable(instance)
        }
    }

    /// Runs an action, and awaits an asynchronous one.
    func runAwaiting(
        _ action: InstanceAction, on instance: BuiltInstance, _ service: PlannedService
    ) async throws -> HealthVerdict {
        guard isAsynchronous(action, on: instance.object) else {
            return try run(action, on: instance.object, service)
        }
        let live = context.current.live
        live.beginAction()
        defer { live.endAction() }
        return try await LifecycleAction.run(of: context.current.lifecycle) {
            switch action {
            case .method(let name):
                let call = try asynchronousCall(of: name, on: instance.object, service)
                let delivery = try await call()
                return Self.verdict(try result(of: delivery))
            case .closure(let closure): return try await closure.callable.callAwaiting(instance)
            case .function: return try run(action, on: instance.object, service)
            }
        }
    }

    private func asynchronousCall(
        of name: String, on instance: AnyObject, _ service: PlannedService
    ) throws -> AsynchronousCall {
        try beginCall(try method(name, of: instance, service), on: instance)
    }

    /// A call of an asynchronous method without arguments.
    func beginCall(_ method: Callable, on instance: AnyObject) throws -> AsynchronousCall {
        try begin(method, on: instance, plan.planned(Arguments(), for: method.signature))
    }

    private static func verdict(_ result: AnyObject?) -> HealthVerdict {
        HealthVerdict(isHealthy: result.flatMap { unboxed($0, as: Bool.self) } ?? true, reason: nil)
    }
}
