internal import CLuaShim
internal import MoonwireValues

/// A result that a host function cannot hand over, before it is known where it was called.
@usableFromInline struct BadResult: Error {
    let reason: ConversionError

    @usableFromInline @inline(never) static func saying(_ error: any Error) -> any Error {
        (error as? ConversionError).map { BadResult(reason: $0) } ?? error
    }
}

/// What is said of values that do not fit, each with the line that it concerns.
extension LuaStack {
    /// Says that what a Swift function gave cannot cross, and where it was called.
    func badResult(of name: String, _ error: any Error) -> any Error {
        guard let error = error as? ConversionError else { return error }
        let message = "bad result of \"\(name)\": \(error)"
        return failure(.conversion, message, at: callSite()?.location, frames(), underlying: error)
    }

    /// Says which result of a script does not fit, counted from one.
    func badResult(
        _ position: Int = 1, isOneOfMany: Bool = false, of giver: Giver, _ error: any Error
    ) -> any Error {
        guard let error = error as? ConversionError else { return error }
        let isMissing = position > top && error.path.isEmpty
        let reason = isMissing ? ConversionError(.missing) : error
        let result = isOneOfMany ? "bad result \(position)" : "bad result"
        let location = place(of: reason.path, inResult: position, of: giver)
        return failure(.conversion, "\(result): \(reason)", at: location, [], underlying: reason)
    }
}
