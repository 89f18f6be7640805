// Phrases for inspections.

extension Construction {
    /// The construction of the instance in words.
    func words(_ values: ValueReading) -> String {
        switch self {
        case .type(let template): "initializer of \(template.written)"
        case .method(let receiver, let name): "method \"\(name.written)\" of \(values.receiver(receiver))"
        case .staticMethod(let template): "static method \(template.written)"
        case .function: "a function of the script"
        case .swift: "a closure of the application"
        case .synthetic: "the application, which supplies it"
        case .alias(let target): "alias of \"\(target.id)\""
        }
    }
}

extension Diagnostic {
    static func noRoomToFillIn(limit: Int) -> Diagnostic {
        Diagnostic(
            .limitExceeded, "not filled in, because all filled-in values together take more than \(limit) bytes",
            at: nil)
    }

    static func noRoomForSlots(limit: Int) -> Diagnostic {
        Diagnostic(
            .limitExceeded, "slots not listed: the slots of all replaced rules take more than \(limit) bytes",
            at: nil)
    }
}

extension ValueReading {
    fileprivate func receiver(_ value: WiredValue) -> String {
        if case .reference(let reference) = value { "\"\(reference.id)\"" } else { written(value) }
    }
}
