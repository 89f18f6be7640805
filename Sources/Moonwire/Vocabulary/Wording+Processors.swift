import MoonwireCore
import MoonwireValues

// Messages about what processors of scripts return.

extension Diagnostic {
    /// A processor that returned nothing; a second result is the reason, as in `return nil, "why"`.
    static func processorReturned(_ reason: String?) -> Diagnostic {
        Diagnostic(.processorFailed, reason ?? "it returned nothing", at: nil)
    }

    /// A result that is not plain data, or that exceeds the limits of conversions.
    static func processorReturnedOther(_ found: String, _ error: ConversionError) -> Diagnostic {
        let reason = if case .custom(let sentence) = error.reason { sentence } else { "is not plain data" }
        return Diagnostic(.processorFailed, "it returned \(found), which \(reason)", at: nil)
    }
}
