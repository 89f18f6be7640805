/// A slot that reports why it is empty.
protocol ReportingSlot {
    associatedtype Value
    /// The stored value, or the value to inject.
    func answer() throws -> SlotAnswer<Value>
    func error(_ fault: SlotFault) -> ContainerError
    /// Distinguishes reports about the slot from those about others.
    var reportKey: SlotReports.Key { get }
    /// The container that reports.
    var reportingContainer: CurrentGeneration? { get }
}

extension ReportingSlot {
    /// The value; throws ``ContainerError`` if the slot is required.
    ///
    /// An optional slot is nil instead, and the error is reported.
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

    /// Reports why the slot is empty, once in each generation, because each read of an empty slot fails.
    private func reportOnce(_ fault: SlotFault) {
        guard let generation = reportingContainer?.peek({ $0 }), generation.reports.slots.recordIfFirst(reportKey)
        else {
            return
        }
        generation.reports.diagnostics.report(error(fault).diagnostics)
    }
}

extension CurrentGeneration {
    /// Reports an error of a slot, unless it equals the last report.
    func report(_ error: ContainerError, of slot: @autoclosure () -> SlotReports.Key) {
        guard let generation = peek({ $0 }) ?? live.last, generation.reports.slots.recordIfNew(error, of: slot()) else {
            return
        }
        generation.reports.diagnostics.report(error.diagnostics)
    }

    /// The slot has a value: later errors are reported again.
    func endReports(of slot: @autoclosure () -> SlotReports.Key) {
        let generation = peek { Generation??.some($0.reports.slots.isEmpty ? nil : $0) } ?? live.last
        generation?.reports.slots.forget(slot())
    }
}
