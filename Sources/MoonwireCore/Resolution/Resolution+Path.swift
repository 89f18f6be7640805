// The services under construction.
extension Resolution {
    /// The ids under construction, outermost first.
    ///
    /// Another thread may read them only while this one waits.
    var ids: [String] {
        var ids: [String] = []
        var next = innermost
        while let frame = next?.pointee {
            ids.append(frame.service._withUnsafeGuaranteedRef(\.id))
            next = frame.outer
        }
        return ids.reversed()
    }

    /// Whether only that service is under construction.
    func isBuildingOnly(_ service: PlannedService) -> Bool {
        guard let frame = innermost?.pointee else { return false }
        return frame.outer == nil && frame.service.toOpaque() == Unmanaged.passUnretained(service).toOpaque()
    }

    /// The ids under construction, outermost first; if there are more than `limit`, the last ones.
    func nearestIDs(_ limit: Int) -> [String] {
        guard innermost != nil else { return [] }
        var ids: [String] = []
        var next = innermost
        while ids.count < limit, let frame = next?.pointee {
            ids.append(frame.service._withUnsafeGuaranteedRef(\.id))
            next = frame.outer
        }
        return ids.reversed()
    }

    /// Whether a service of a cycle is requested by another one of it, and not by a service outside that would keep it before it is
    /// complete.
    func isInside(_ cycle: ServiceCycle) -> Bool {
        var next = innermost
        while let frame = next?.pointee {
            let service = frame.service.takeUnretainedValue()
            if service.cycle === cycle { return true }
            if service.index >= 0, service.scope != .transient { return false }
            next = frame.outer
        }
        return false
    }
}
