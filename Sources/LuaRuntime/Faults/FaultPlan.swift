internal import CLuaShim

/// The fault of one trial, in which every interpreter takes part that is made meanwhile.
final class FaultPlan: Sendable {
    /// The plan of the trial that runs here.
    @TaskLocal static var current: FaultPlan?
    /// Garbage is collected before each n-th allocation; zero where it is collected as usual.
    @TaskLocal static var collectionStep = 0

    // What it points to is set when it is made, or else atomic or behind a lock of its own.
    nonisolated(unsafe) let handle: OpaquePointer

    init(_ fault: Fault) {
        let kind =
            switch fault.kind {
            case .limit: MW_FAULT_LIMIT
            case .refusal: MW_FAULT_REFUSAL
            case .collection: MW_FAULT_COLLECTION
            case .budget: MW_FAULT_BUDGET
            }
        handle = mw_plan_faults(Int32(kind), Int64(fault.point), fault.lasts, Int64(Self.collectionStep))
    }

    /// The plan that a new interpreter follows: that of the trial, or one without a fault where garbage is collected often.
    static func forNewInterpreter() -> FaultPlan? {
        current ?? (collectionStep > 0 ? FaultPlan(.none) : nil)
    }

    deinit { mw_free_faults(handle) }

    /// How many places there were so far where the fault could have been.
    var points: Int { Int(mw_fault_points(handle)) }

    /// From here on nothing fails.
    func end() { mw_end_faults(handle) }

    /// Keeps an interpreter until the trial has looked at it.
    func adopt(_ interpreter: Interpreter) {
        mw_adopt(handle, Unmanaged.passRetained(interpreter).toOpaque())
    }

    /// Hands over the interpreters that took part.
    func takeInterpreters() -> [Interpreter] {
        var interpreters: [Interpreter] = []
        while let pointer = mw_take_adopted(handle) {
            interpreters.append(Unmanaged<Interpreter>.fromOpaque(pointer).takeRetainedValue())
        }
        return interpreters
    }
}
