import MoonwireCore
import MoonwireValues

// A world whose source is files: programs edit them, and watches read them.
extension World {
    /// Longer than any wait of a watch before it reads or retries, in nanoseconds.
    private static let longRest: Int64 = 100_000_000_000

    /// Creates the files, and a container that reads them.
    func begin() {
        guard let files else { return }
        files.didChange = { [weak self] in self?.noteFiles() }
        attempt {
            try files.create(Revision(blueprint).texts)
            container = try freshContainer()
        }
    }

    private func noteFiles() {
        guard let files else { return }
        append(Revision(blueprint, text: files.text))
    }

    /// Edits the files as a program does, step by step; no two threads write one file at the same time.
    func edit(_ files: WatchedFiles) throws {
        guard files.style != .written || !files.isBusy else { return }
        files.isBusy = true
        defer { files.isBusy = false }
        var next = revisions[latest]
        next.isBroken = false
        next = next.edited(&random)
        note("the files are to say \(next)")
        try files.put(next.texts)
    }

    /// Writes files that load.
    func mend(_ files: WatchedFiles) throws {
        var next = revisions[latest]
        next.isBroken = false
        try files.put(next.texts)
    }

    /// The last read of the reloading thread takes effect now: there must have been a moment with these contents.
    func adoptReading() {
        guard let moment = files?.moment(ofThread: thread, book) else { return }
        adopt(moment)
    }

    func watch() throws {
        guard let files, let container, files.canWatch else { return }
        files.isBusy = true
        defer { files.isBusy = false }
        files.watches.append(try container.watch(polling: files.interval))
    }

    func unwatch() {
        guard let files, let number = files.watches.indices.randomElement(using: &random) else { return }
        let watch = files.watches.remove(at: number)
        if random.once(in: 2) { watch.cancel() }
    }

    /// The hooks of a watched container: one vetoes, the other records what takes effect.
    func addHooks(to layer: inout Layer) {
        if hooks.isEmpty {
            var registrations = Registrations()
            registrations.addHook(.reloading) { [weak self] _, _ in
                if let self, !isCalm, random.once(in: 3) { throw Refused() }
            }
            registrations.addHook(.reloaded) { [weak self] _, _ in self?.adoptReading() }
            hooks = registrations.beneath.hooks
        }
        layer.hooks = hooks
    }

    /// The effect of all edits after they have come to rest.
    func checkAtRest() {
        guard let files else { return }
        isCalm = true
        attempt {
            if container == nil {
                // The next change of a followed file ends a watch without a container.
                files.machine.threads?.sleep(Self.longRest)
                try mend(files)
                try files.touch()
            } else {
                if files.watches.isEmpty { try watch() }
                files.machine.threads?.sleep(Self.longRest)
                try checkLive()
                if revisions[latest].isBroken {
                    try mend(files)
                    files.machine.threads?.sleep(Self.longRest)
                    try checkLive()
                }
                files.watches = []
            }
        }
    }

    /// Checks that the last edit is in effect, or that it was refused and an earlier one is still in effect.
    private func checkLive() throws {
        guard let container else { return }
        let isBroken = revisions[latest].isBroken
        let refused = container.refusedReload
        if isBroken, refused == nil { book.report("a broken edit is not refused") }
        // A hook may have refused a reload after which nothing was edited: the current wiring is correct in this case.
        if !isBroken, let refused, refused.cause != .application {
            book.report("the last edit is refused, although it loads: \(refused.error)")
        }
        for service in blueprint.services {
            let part: Part = try container.resolve(Blueprint.id(service))
            if !isBroken { checkCurrent(part, "with a watch, at rest", revisions[latest]) }
            checkWhole(part, from: adopted)
        }
    }
}
