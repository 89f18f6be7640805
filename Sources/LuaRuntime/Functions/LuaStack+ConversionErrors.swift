internal import CLuaShim
internal import MoonwireValues

/// A result that cannot be converted, before the call is known.
@usableFromInline struct BadResult: Error {
    let reason: ConversionError

    @usableFromInline @inline(never) static func wrapping(_ error: any Error) -> any Error {
        (error as? ConversionError).map { BadResult(reason: $0) } ?? error
    }
}

/// Errors for values that cannot be converted, each with a line of the script.
extension LuaStack {
    /// The error for a result of a Swift function that cannot be converted, at the line of the call.
    func badResult(of name: String, _ error: any Error) -> any Error {
        guard let error = error as? ConversionError else { return error }
        let message = "bad result of \"\(name)\": \(error)"
        return failure(.conversion, message, at: callSite()?.location, frames(), underlying: error)
    }

    /// The error for a result of a script that cannot be converted; its position counts from one.
    func badResult(
        _ position: Int = 1, isOneOfMany: Bool = false, of source: ResultSource, _ error: any Error
    ) -> any Error {
        guard let error = error as? ConversionError else { return error }
        let isMissing = position > top && error.path.isEmpty
        let reason = isMissing ? ConversionError(.missing) : error
        let result = isOneOfMany ? "bad result \(position)" : "bad result"
        let location = self.location(of: reason.path, inResult: position, of: source)
        return failure(.conversion, "\(result): \(reason)", at: location, [], underlying: reason)
    }
}
