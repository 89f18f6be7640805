internal import MoonwireValues

/// An argument that cannot be converted, before the function is known.
struct BadArgument: Error {
    let position: Int
    let reason: ConversionError
    /// Whether the argument is an object, maybe of the wrong type.
    let isObject: Bool
}

extension LuaStack {
    /// The error for an argument that cannot be converted.
    @usableFromInline @inline(never) func badArgument(
        _ position: Int,
        count: Int,
        _ error: any Error
    ) -> any Error {
        guard let error = error as? ConversionError else { return error }
        let isMissing = position > count && error.path.isEmpty
        let isObject = position <= count && luaType(at: position) == .userdata
        let reason = isMissing ? ConversionError(.missing) : error
        return BadArgument(position: position, reason: reason, isObject: isObject)
    }
}

extension HostFunction {
    /// The error for scripts and callers, with the line of the call when the call itself is wrong.
    func located(_ error: any Error, on stack: LuaStack) -> any Error {
        switch error {
        case let argument as BadArgument:
            let location = stack.location(of: argument.reason.path, inArgument: argument.position, of: self)
            return stack.failure(
                .argument, message(argument), at: location, stack.frames(), underlying: argument.reason)
        case let result as BadResult: return stack.badResult(of: name, result.reason)
        case let mistake as any MistakeInCall:
            return stack.failure(.runtime, "\"\(name)\": \(mistake)", at: stack.callSite()?.location, stack.frames())
        default: return error
        }
    }

    private func message(_ argument: BadArgument) -> String {
        let reason = argument.reason
        switch role {
        case .function: return "bad argument \(described(argument.position)) to \"\(name)\": \(reason)"
        case .setter where argument.position > 1: return "bad value for \"\(name)\": \(reason)"
        case .method where argument.position > 1:
            return "bad argument \(described(argument.position - 1)) to \"\(name)\": \(reason)"
        case .setter, .method:
            let hint = argument.isObject ? "" : "; call a method with a colon"
            return "bad receiver of \"\(name)\": \(reason)\(hint)"
        }
    }

    /// The position of an argument, counted from one, with its label if it has one.
    private func described(_ position: Int) -> String {
        labels.indices.contains(position - 1) ? "\(position) (\"\(labels[position - 1])\")" : "\(position)"
    }
}
