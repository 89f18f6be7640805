import MoonwireSupport
import MoonwireValues

// Messages about reloads that are checked, and about rollbacks.

extension Diagnostic.Code {
    /// The check of a reload failed.
    public static let reloadCheckFailed = Diagnostic.Code("reload-check-failed")
    /// Other reloads took effect while one was checked.
    public static let overtaken = Diagnostic.Code("overtaken")
    /// The scripts contain what a rollback has replaced, or there is nothing to return to.
    public static let rolledBack = Diagnostic.Code("rolled-back")
}

extension Diagnostic {
    /// The check that an application adds to that of the container.
    package static func reloadCheckFailed(_ error: any Error) -> Diagnostic {
        Diagnostic(.reloadCheckFailed, "the check of the reload failed: \(error)", at: nil)
    }

    package static func reloadCheckCancelled() -> Diagnostic {
        Diagnostic(.reloadCheckFailed, "the check of the reload was cancelled", at: nil)
    }

    package static func reloadCheckTookTooLong(_ limit: Duration) -> Diagnostic {
        Diagnostic(.reloadCheckFailed, "the check of the reload did not end within \(limit)", at: nil)
    }

    package static func checkedTooLong(_ definition: Definition, _ limit: Duration) -> Diagnostic {
        Diagnostic(
            .reloadCheckFailed,
            "\(definition.phrase) was not ready within \(limit), the time of the check of the reload",
            at: definition.location(of: ["start"]) ?? definition.origin.location)
    }

    package static func checkedReloadWhileBuilding(_ ids: [String]) -> Diagnostic {
        Diagnostic(
            .nestedReload, "`reload(checking:)` was called while building a service", at: nil, path: ids,
            hints: ["reload once the service is built"])
    }

    package static func overtaken(times: Int) -> Diagnostic {
        Diagnostic(
            .overtaken,
            "other reloads, or instances that were supplied, took effect each of the \(times) times that the reload was checked",
            at: nil, hints: ["reload again"])
    }

    package static func nothingToRollBack() -> Diagnostic {
        Diagnostic(
            .rolledBack, "there is no earlier wiring to return to: no reload of other scripts has taken effect", at: nil
        )
    }

    /// The error of the container's state after a rollback.
    package static func rolledBack(from generation: Int) -> Diagnostic {
        Diagnostic(
            .rolledBack, "the wiring of generation \(generation) was rolled back, and the scripts still contain it",
            at: nil, hints: ["edit the scripts, or call `rollback()` again to return to them"])
    }

    package static func stillRolledBack() -> Diagnostic {
        Diagnostic(
            .rolledBack, "the scripts have not changed since a rollback, which replaced their wiring", at: nil,
            hints: ["edit the scripts, or call `rollback()` again to return to them"])
    }

    /// The first fault of a check, with what was stopped.
    package func atCheck(stopped: [String]) -> Diagnostic {
        var fault = self
        if !stopped.isEmpty { fault.hints.append("built for the check, and stopped again: \(stopped.shortList)") }
        return fault
    }
}
