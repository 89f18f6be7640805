import MoonwireSupport

/// What an event is about; created once for a service whose type is known before it is built.
package final class HookSubject: Sendable {
    package let id: String?
    package let type: String?
    package let tags: [String]
    let scope: ServiceScope?
    /// The id of what the service wraps as a decorator, or is wrapped as; for any other service, its own; nil for another subject.
    package let outermostID: String?
    /// Whether a closure of the application builds the service.
    package let isBuiltByApplication: Bool
    /// Whether the application or a scenario overrides the service.
    package let isOverride: Bool
    /// The path of an event of a service while nothing else is being built.
    let path: [String]
    private let record = Lock<(any AnyObject & Sendable)?>(nil)

    init(_ id: String?, type: String?, tags: [String] = [], of definition: Definition? = nil) {
        self.id = id
        self.type = type
        self.tags = tags
        scope = definition?.scope
        outermostID = definition?.outermostID
        isBuiltByApplication = definition?.isBuiltByApplication ?? false
        isOverride = definition?.isOverride ?? false
        path = id.map { [$0] } ?? []
    }

    /// An object that represents the information of `resolved` hooks while nothing else is being built, created once.
    package func record(_ make: () -> any AnyObject & Sendable) -> any AnyObject & Sendable {
        if let known = record.withLock({ $0 }) { return known }
        let fresh = make()
        return record.withLock { record in
            let known = record ?? fresh
            record = known
            return known
        }
    }
}
