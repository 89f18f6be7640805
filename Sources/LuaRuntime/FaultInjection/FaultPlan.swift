internal import CLuaShim

/// The injected fault of one run, which applies to every interpreter that is created during the run.
package final class FaultPlan: Sendable {
    /// What fails.
    package enum Kind: Sendable {
        /// An allocation exceeds the memory limit: it is granted, and the script ends at its next instruction.
        case limit
        /// An allocation outside of host functions is refused, although Lua has collected its garbage.
        case refusal
        /// An allocation outside of host functions is granted only after Lua has collected its garbage.
        case collection
        /// The instructions are used up at a check of the budget, which is then made at each instruction.
        case budget
    }

    /// The plan of the run of this task.
    @TaskLocal package static var current: FaultPlan?
    /// Garbage is collected before each n-th allocation; zero for the usual collections.
    @TaskLocal package static var collectionStep = 0

    // Everything that it points to is constant, atomic, or guarded by its own lock.
    nonisolated(unsafe) let handle: OpaquePointer

    /// A plan with a fault at one point, counted from one, or from it on.
    package init(_ kind: Kind, point: Int, lasts: Bool) {
        let kind =
            switch kind {
            case .limit: MW_FAULT_LIMIT
            case .refusal: MW_FAULT_REFUSAL
            case .collection: MW_FAULT_COLLECTION
            case .budget: MW_FAULT_BUDGET
            }
        handle = mw_plan_faults(Int32(kind), Int64(point), lasts, Int64(Self.collectionStep))
    }

    /// A plan without a fault.
    package convenience init() { self.init(.limit, point: .max, lasts: false) }

    /// The plan of a new interpreter: that of the run, or one without a fault where garbage is collected often.
    static func forNewInterpreter() -> FaultPlan? {
        current ?? (collectionStep > 0 ? FaultPlan() : nil)
    }

    deinit { mw_free_faults(handle) }

    /// The number of points so far at which the fault could occur.
    package var points: Int { Int(mw_fault_points(handle)) }

    /// From now on nothing fails.
    package func end() { mw_end_faults(handle) }

    /// Keeps an interpreter until the run has checked it.
    func adopt(_ interpreter: AnyObject) {
        mw_adopt(handle, Unmanaged.passRetained(interpreter).toOpaque())
    }

    /// Removes the interpreters of the run from the plan, and returns them.
    package func takeInterpreters() -> [AnyObject] {
        var interpreters: [AnyObject] = []
        while let pointer = mw_take_adopted(handle) {
            interpreters.append(Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue())
        }
        return interpreters
    }
}
