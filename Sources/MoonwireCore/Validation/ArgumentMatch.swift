/// The arguments of a definition laid against a signature, and what does not match.
struct ArgumentMatch {
    enum Fault {
        case unknownLabel(String)
        case tooMany(given: Int)
        case givenTwice(String)
        case missing(ArgumentDescription)
    }

    /// Where the value of an argument stands in the definition.
    enum Slot {
        case left
        case positional(Int)
        case labeled(Int)
    }

    /// One for each argument of the signature.
    let slots: [Slot]
    let faults: [Fault]
    private let arguments: Arguments

    init(_ arguments: Arguments, against signature: Signature) {
        self.arguments = arguments
        var slots = Array(repeating: Slot.left, count: signature.arguments.count)
        var faults: [Fault] = []
        if arguments.positional.count > slots.count { faults.append(.tooMany(given: arguments.positional.count)) }
        for index in 0..<min(arguments.positional.count, slots.count) { slots[index] = .positional(index) }
        // By index: the values need not be copied to look at the labels.
        for place in arguments.labeled.indices {
            let label = arguments.labeled[place].label
            guard let index = signature.arguments.firstIndex(where: { $0.label == label }) else {
                faults.append(.unknownLabel(label))
                continue
            }
            if case .left = slots[index] {} else { faults.append(.givenTwice(label)) }
            slots[index] = .labeled(place)
        }
        for (index, slot) in slots.enumerated() {
            guard case .left = slot, !signature.arguments[index].isOptional else { continue }
            faults.append(.missing(signature.arguments[index]))
        }
        self.slots = slots
        self.faults = faults
    }

    var fits: Bool { faults.isEmpty }

    /// The value of an argument; nil when the definition leaves it out.
    func value(_ slot: Slot) -> WiredValue? {
        switch slot {
        case .left: nil
        case .positional(let index): arguments.positional[index]
        case .labeled(let index): arguments.labeled[index].value
        }
    }

    /// The place of an argument's value, in the definition's own arguments or in those of its call with that number.
    func site(_ slot: Slot, call: (method: String, number: Int)?) -> Site {
        switch slot {
        case .left: Site(.factory)
        case .positional(let index):
            call.map { Site(.call($0.method, number: $0.number, argument: "\(index + 1)")) } ?? Site(.position(index))
        case .labeled(let index):
            call.map { Site(.call($0.method, number: $0.number, argument: "\"\(arguments.labeled[index].label)\"")) }
                ?? Site(.argument(arguments.labeled[index].label))
        }
    }
}
