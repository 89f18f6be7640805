/// A slot that says why it is empty.
protocol ReportingSlot {
    associatedtype Value
    /// What is in the slot, or what belongs there.
    func answer() throws -> SlotAnswer<Value>
    func error(_ fault: SlotFault) -> ContainerError
    /// Tells what was reported of the slot from what was reported of others.
    var reportKey: SlotReports.Key { get }
    /// The container that reports.
    var reportingContainer: CurrentGeneration? { get }
}

extension ReportingSlot {
    /// The value; throws ``ContainerError`` where the slot must hold something. An optional slot is nil then, and what is wrong
    /// is reported.
    func readOrThrow() throws -> Value {
        let none = nothing(as: Value.self)
        do {
            switch try answer() {
            case .value(let value, _):
                if none != nil { reportingContainer?.endReports(of: reportKey) }
                return value
            case .nothing(let fault):
                guard let none else { throw error(fault) }
                if !fault.isAbsence { reportOnce(fault) }
                return none
            }
        } catch {
            guard let none else { throw error }
            if let error = error as? ContainerError { reportingContainer?.report(error, of: reportKey) }
            return none
        }
    }

    /// Reports why the slot is empty, once in each generation: an empty slot asks at every read.
    private func reportOnce(_ fault: SlotFault) {
        guard let generation = reportingContainer?.peek({ $0 }), generation.slotReports.recordIfFirst(reportKey) else {
            return
        }
        generation.diagnostics.report(error(fault).diagnostics)
    }
}

extension CurrentGeneration {
    /// Reports what is wrong with a slot, unless that is what was reported of it last.
    func report(_ error: ContainerError, of slot: @autoclosure () -> SlotReports.Key) {
        guard let generation = peek({ $0 }), generation.slotReports.recordIfNew(error, of: slot()) else { return }
        generation.diagnostics.report(error.diagnostics)
    }

    /// The slot gave a value: what goes wrong from now on is reported again.
    func endReports(of slot: @autoclosure () -> SlotReports.Key) {
        peek { $0.slotReports.isEmpty ? nil : $0 }?.slotReports.forget(slot())
    }
}
