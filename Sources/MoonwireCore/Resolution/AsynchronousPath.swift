/// A service that a task builds, and the services that led to it, outermost last.
final class AsynchronousPath: @unchecked Sendable {  // Constants; nothing writes through the pointer.
    let service: PlannedService
    let outer: AsynchronousPath?
    let arguments: GivenArguments?
    /// The innermost build on the path that several tasks may await; nil if there is none.
    let build: AsynchronousBuild?
    /// The frame of a thread that continues the build.
    let frame: UnsafePointer<Resolution.Frame>

    /// - Parameters:
    /// - outer: The services that need the service; nil for the first one.
    /// - build: The build of that service, if several tasks may await it.
    /// - given: The arguments of the service; nil if it takes none.
    init(
        _ service: PlannedService, neededBy outer: AsynchronousPath?, _ build: AsynchronousBuild?,
        _ given: GivenArguments? = nil
    ) {
        self.service = service
        arguments = given
        self.outer = outer
        self.build = build ?? outer?.build
        let frame = UnsafeMutablePointer<Resolution.Frame>.allocate(capacity: 1)
        frame.initialize(
            to: Resolution.Frame(
                service: .passUnretained(service), outer: outer?.frame,
                depth: outer.map { $0.frame.pointee.depth + 1 } ?? 0,
                arguments: given.map(Unmanaged.passUnretained))
        )
        self.frame = UnsafePointer(frame)
    }

    deinit { frame.deallocate() }

    /// The ids, outermost first.
    var ids: [String] {
        var ids = [service.id]
        var next = outer
        while let path = next {
            ids.append(path.service.id)
            next = path.outer
        }
        return ids.reversed()
    }

    /// The ids from the innermost build that several tasks may await.
    var idsOfBuild: [String] {
        var ids = [service.id]
        var path = self
        while path.service !== build?.service, let outer = path.outer {
            ids.append(outer.service.id)
            path = outer
        }
        return ids.reversed()
    }

    /// Whether the service is under construction.
    func contains(_ service: PlannedService) -> Bool {
        var next: AsynchronousPath? = self
        while let path = next {
            if path.service === service { return true }
            next = path.outer
        }
        return false
    }
}
