import Dispatch
import Foundation
import MoonwireSupport
public import MoonwireValues

/// A store that keeps preferences in a file, which any number of processes can share.
///
/// When a write returns, the value is on the disk. A write that throws has changed nothing, unless the disk fails in the last
/// step: then the file has the new value, which a loss of power may undo, and the error is
/// ``PreferenceFileError/Problem/unconfirmed(reason:)``. If the process ends at any point, the file has the old value or the
/// new one. Writers wait for each other, so that none undoes the change of another. A file that is not a property list is an
/// error, and is not changed.
///
/// `services.registerStore(FileStore(path: "/var/lib/relay/preferences.plist"), named: "default")`
///
/// A symbolic link is followed, even to a file that does not exist yet. Writing requires permission to read, write, and search
/// the folder.
///
/// The file is a property list, which is written in the binary format and read in the binary format or as XML. Processes lock
/// an empty file next to it, whose name ends with `.lock`.
public final class FileStore: PreferenceStore {
    private struct State {
        /// The last snapshot.
        var snapshot: FileSnapshot?
        /// Incremented when a snapshot is taken, and when it becomes invalid.
        var version = 0
    }

    /// The path of the file.
    public let path: String
    /// The file, and then the ones whose values are used until it exists.
    private let sources: [String]
    private let state = Lock(State())
    /// Held by the thread that writes; reads do not wait for it.
    private let writer = Lock(0)

    /// Creates a store for a file; the first write creates the file and its folders.
    public convenience init(path: String) {
        self.init(path: path, successorOf: [])
    }

    /// Creates a store for a file; its first write copies the values of the `former` files.
    init(path: String, successorOf former: [String]) {
        // A program that changes its current folder keeps its preferences.
        self.path = URL(fileURLWithPath: path).path
        sources = [self.path] + former
        OpenStores.add(self)
    }

    deinit { OpenStores.remove(self) }

    /// The value of a key; nil if there is none.
    public func read(_ key: String) throws -> PlainValue? {
        try state.withLock { state in
            try snapshot(&state).values[key].map { try PlainValue(storedObject: $0) }
        }
    }

    /// Stores a value under a key.
    public func write(_ value: PlainValue, for key: String) throws {
        let object = try value.propertyList
        try update { $0[key] = object }
    }

    /// Removes the value of a key.
    public func remove(_ key: String) throws {
        // Removing a missing key needs no write.
        guard try state.withLock({ try snapshot(&$0).values[key] != nil }) else { return }
        try update { $0[key] = nil }
    }

    /// Moves the value of a former key to a key that has none.
    public func move(_ former: String, to key: String) throws {
        guard former != key else { return }
        try update { values in
            guard let value = values.removeValue(forKey: former) else { return }
            if values[key] == nil { values[key] = value }
        }
    }

    /// Calls a closure at once for changes by this process, and within a quarter of a second for other changes.
    public func observe(_ changed: @escaping @Sendable () -> Void) -> StoreObservation {
        let own = StoreObservers.add(changed, to: self)
        let seen = Lock(version)
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250), leeway: .milliseconds(50))
        timer.setEventHandler { [self] in
            let version = version
            if seen.withLock({ exchange(&$0, with: version) }) != version { changed() }
        }
        timer.resume()
        // Any thread may cancel a timer.
        nonisolated(unsafe) let looking = timer
        return StoreObservation {
            looking.cancel()
            withExtendedLifetime(own) {}
        }
    }

    /// Changes when the file changes, also when it becomes unreadable.
    private var version: Int {
        state.withLock { state in
            _ = try? snapshot(&state)
            return state.version
        }
    }

    private func snapshot(_ state: inout State) throws -> FileSnapshot {
        if let snapshot = state.snapshot {
            if snapshot.isCurrent(sources) { return snapshot }
            state.snapshot = nil
            state.version += 1
        }
        let fresh = try FileSnapshot(sources)
        state.snapshot = fresh
        state.version += 1
        return fresh
    }

    /// Applies a change to the current contents of the file, including those that other processes wrote.
    private func update(_ change: (inout [String: Any]) -> Void) throws {
        try writer.withLock { _ in
            let target = path.resolvingLinks
            try withProcessesLockedOut(of: target) {
                var values = try state.withLock { try snapshot(&$0).values }
                change(&values)
                let bytes = try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
                guard bytes.count <= FileSnapshot.largest else { throw PreferenceFileError.tooLarge(path) }
                // Prevents Foundation from writing a value that it cannot read, which would lose all values.
                guard (try? FileSnapshot.values(in: bytes, path)) != nil else { throw UnstorableNesting() }
                // One writer at a time: the next writer overwrites the temporary file of a killed one.
                try FileReplacement(target, temporarySuffix: "new").write(bytes, mode: 0o600)
            }
        }
        for store in OpenStores.all(of: path) { store.announceChange() }
    }

    private func withProcessesLockedOut(of target: String, _ body: () throws -> Void) throws {
        do {
            let folder = URL(fileURLWithPath: target).deletingLastPathComponent()
            try FolderCreation().make(folder.path)
            let file = try FileDescriptor("\(target).lock", O_RDWR | O_CREAT)
            let deadline = ContinuousClock.now + Self.patience
            while try !file.tryLock() {
                if ContinuousClock.now > deadline { throw PreferenceFileError.locked(path) }
                usleep(1000)
            }
            try withExtendedLifetime(file) { try body() }
        } catch let error as SystemError {
            throw PreferenceFileError.unwritable(path, error)
        } catch let error as UnconfirmedReplacement {
            throw PreferenceFileError.unconfirmed(path, error)
        }
    }

    /// The time for which a writer waits for another process.
    private static let patience = Duration.seconds(10)
}
