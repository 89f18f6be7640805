/// The arguments of a definition matched with those of a signature, and the mismatches.
///
/// Shared by the check and the plan.
package final class ArgumentMatch: Sendable {
    package enum Fault: Sendable {
        case unknownLabel(String)
        case tooMany(given: Int)
        case givenTwice(String)
        case missing(ArgumentDescription)
    }

    /// The position of an argument's value in the definition.
    package enum Slot: Sendable {
        case left
        case positional(Int)
        case labeled(Int)
    }

    /// One for each argument of the signature.
    package let slots: [Slot]
    package let faults: [Fault]
    private let arguments: Arguments

    package init(_ arguments: Arguments, against wanted: [ArgumentDescription]) {
        self.arguments = arguments
        let given = arguments.positional.count
        var slots = wanted.indices.map { $0 < given ? Slot.positional($0) : .left }
        var faults: [Fault] = []
        if given > slots.count { faults.append(.tooMany(given: given)) }
        // Avoids copying the values to compare the labels.
        arguments.labeled.withUnsafeBufferPointer { labeled in
            for position in labeled.indices {
                let label = labeled[position].label
                guard let index = wanted.firstIndex(where: { $0.label == label }) else {
                    faults.append(.unknownLabel(label))
                    continue
                }
                if case .left = slots[index] {} else { faults.append(.givenTwice(label)) }
                slots[index] = .labeled(position)
            }
        }
        for (index, slot) in slots.enumerated() {
            guard case .left = slot, !wanted[index].isOptional else { continue }
            faults.append(.missing(wanted[index]))
        }
        self.slots = slots
        self.faults = faults
    }

    package var fits: Bool { faults.isEmpty }

    /// The value of an argument; nil if the definition omits it.
    package func value(_ slot: Slot) -> WiredValue? {
        switch slot {
        case .left: nil
        case .positional(let index): arguments.positional[index]
        // Avoids copying the label.
        case .labeled(let index): arguments.labeled.withUnsafeBufferPointer { $0[index].value }
        }
    }

    /// The path of an argument's value, in the definition's arguments or in those of its call with that index.
    func valuePath(_ slot: Slot, call: (method: String, number: Int)?) -> ValuePath {
        switch slot {
        case .left: ValuePath(.factory)
        case .positional(let index):
            call.map { ValuePath(.call($0.method, number: $0.number, .position(index))) }
                ?? ValuePath(.position(index))
        case .labeled(let index):
            call.map { ValuePath(.call($0.method, number: $0.number, .label(arguments.labeled[index].label))) }
                ?? ValuePath(.argument(arguments.labeled[index].label))
        }
    }
}
