/// The arguments of a definition laid against a signature, and what does not match.
struct ArgumentMatch {
    enum Fault {
        case unknownLabel(String)
        case tooMany(given: Int)
        case givenTwice(String)
        case missing(ArgumentDescription)
    }

    /// A value with its place in the definition, for each argument of the signature.
    let slots: [(value: WiredValue, site: Site.Part)?]
    let faults: [Fault]

    init(
        _ arguments: Arguments, against signature: Signature, label: (String) -> Site.Part, position: (Int) -> Site.Part
    ) {
        let described = signature.arguments
        var slots: [(value: WiredValue, site: Site.Part)?] = Array(repeating: nil, count: described.count)
        var faults: [Fault] = []
        if arguments.positional.count > described.count { faults.append(.tooMany(given: arguments.positional.count)) }
        for (index, value) in arguments.positional.prefix(described.count).enumerated() {
            slots[index] = (value, position(index))
        }
        for (name, value) in arguments.labeled {
            guard let index = described.firstIndex(where: { $0.label == name }) else {
                faults.append(.unknownLabel(name))
                continue
            }
            if slots[index] != nil { faults.append(.givenTwice(name)) }
            slots[index] = (value, label(name))
        }
        for (index, argument) in described.enumerated() where slots[index] == nil && !argument.isOptional {
            faults.append(.missing(argument))
        }
        self.slots = slots
        self.faults = faults
    }

    /// The arguments of the definition itself, not of one of its calls.
    init(_ arguments: Arguments, against signature: Signature) {
        self.init(arguments, against: signature) {
            .argument($0)
        } position: {
            .position($0)
        }
    }

    init(_ call: MethodCall, number: Int, against signature: Signature) {
        self.init(call.arguments, against: signature) {
            .call(call.method, number: number, argument: "\"\($0)\"")
        } position: {
            .call(call.method, number: number, argument: "\($0 + 1)")
        }
    }

    var fits: Bool { faults.isEmpty }
}
