internal import CLuaShim

/// Functions of both sides on the stack.
extension LuaStack {
    /// Pushes a function that scripts can call; the number is the payload of its calls.
    package func pushFunction(_ function: HostFunction, payload: Int = 0) {
        pushHolder(function)
        mw_push_function(thread, Int64(payload))
    }

    /// Pushes the userdata that keeps a host function alive; scripts never see it.
    func pushHolder(_ function: HostFunction) {
        let identity = Unmanaged.passUnretained(function).toOpaque()
        if mw_find_object(thread, identity) != MW_UNKNOWN { return }
        let retained = Unmanaged.passRetained(function).toOpaque()
        mw_push_object(thread, identity, retained, interpreter.registry.holderClass, Int32(MW_OWN))
    }

    /// A reference that keeps the function, or another value, beyond the call.
    ///
    /// With `isSerial`, a function that is marked as parallel runs where it was made as well.
    package func function(at position: Int, isSerial: Bool = false) -> LuaFunction {
        let number = isSerial ? 0 : mw_parallel_number(thread, Int32(truncatingIfNeeded: position))
        let counter = interpreter.metrics.flatMap { metrics in source(at: position).map(metrics.counter) }
        copyToTop(position)
        return LuaFunction(interpreter: interpreter, slot: mw_keep(thread), parallelNumber: number, counter: counter)
    }

    /// The name of the host function that a frame runs.
    func name(ofHost function: UnsafeRawPointer) -> String {
        Unmanaged<HostFunction>.fromOpaque(function).takeUnretainedValue().name
    }
}
