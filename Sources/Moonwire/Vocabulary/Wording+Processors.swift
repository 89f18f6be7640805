import MoonwireCore
import MoonwireValues

// Messages about what processors of scripts return.

extension Diagnostic {
    /// A processor that returned nothing; a second result is the reason, as in `return nil, "why"`.
    static func processorReturned(_ reason: String?) -> Diagnostic {
        Diagnostic(.processorFailed, reason ?? "it returned nothing", at: nil)
    }

    static func processorReturnedOther(_ found: String) -> Diagnostic {
        Diagnostic(.processorFailed, "it returned \(found), which is not plain data", at: nil)
    }
}
