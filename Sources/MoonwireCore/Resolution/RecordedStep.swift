import MoonwireModel

/// A build that begins, or a wait for one of another thread or task.
struct RecordedStep {
    let service: PlannedService
    let isWait: Bool
    /// The ids of the services that need it, and its own.
    let path: [String]
    /// The number of the generation.
    let generation: Int
    /// Whether it is a part of an asynchronous resolve, and has no thread.
    let isAsynchronous: Bool
    /// The frame of an asynchronous build, by which its parts are known.
    let frame: UnsafePointer<Resolution.Frame>?
    /// The frame of the build that needs it.
    let outer: UnsafePointer<Resolution.Frame>?

    /// A step of this thread.
    init(_ service: PlannedService, isWait: Bool, of generation: Generation, in resolution: Resolution) {
        self.service = service
        self.isWait = isWait
        path = resolution.ids + [service.id]
        self.generation = generation.context.number
        isAsynchronous = false
        frame = nil
        outer = resolution.innermost
    }

    /// An asynchronous build.
    init(buildOf path: AsynchronousPath, in generation: Generation) {
        service = path.service
        isWait = false
        self.path = path.ids
        self.generation = generation.context.number
        isAsynchronous = true
        frame = path.frame
        outer = path.outer?.frame
    }

    /// A wait of a task.
    init(waitFor service: PlannedService, on path: AsynchronousPath?, in generation: Generation) {
        self.service = service
        isWait = true
        self.path = (path?.ids ?? []) + [service.id]
        self.generation = generation.context.number
        isAsynchronous = true
        frame = nil
        outer = path?.frame
    }
}
