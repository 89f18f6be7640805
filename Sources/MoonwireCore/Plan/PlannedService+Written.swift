extension PlannedService {
    /// The value of an argument or a property in the definition; nil if its type is known only at run time.
    ///
    /// `step` is the property or the call after the construction; nil for the construction.
    func writtenValue(of name: String, inStep step: Int?) -> WiredValue? {
        guard let step else {
            switch maker {
            case .call(let callable, _), .method(let callable, _, _):
                return definition.arguments.value(of: name, callable.signature)
            case .lateMethod, .function, .swift, .supplied: return nil
            }
        }
        switch steps[step] {
        case .set, .lateSet: return definition.setters[step].value
        case .call(let callable, _):
            let call = definition.calls[step - definition.setters.count]
            return call.arguments.value(of: name, callable.signature)
        case .lateCall, .configure: return nil
        }
    }
}

extension Arguments {
    fileprivate func value(of label: String, _ signature: Signature) -> WiredValue? {
        let match = ArgumentMatch(self, against: signature.arguments)
        return zip(signature.arguments, match.slots).first { $0.0.label == label }.flatMap { match.value($0.1) }
    }
}
