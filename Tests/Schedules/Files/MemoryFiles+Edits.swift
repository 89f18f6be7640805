import MoonwireCore

// Edits of files by programs. Between a change and the kernel's notification, other threads may run.
extension MemoryFiles {
    typealias Mask = MemoryNotifications.Mask

    /// Writes a file under another name, and then renames it over the old one.
    ///
    /// `note` is called in the step in which the files with their final names change.
    func replace(_ path: String, with text: String, through other: String, _ note: () -> Void) throws(Failure) {
        try create(other, text)
        try move(other, to: path, note)
    }

    /// Creates a file that nobody watches.
    func create(_ path: String, _ text: String) throws(Failure) {
        let number = try add(.file([]), at: path)
        tell(Mask.created, number, at: inodes[number]?.name)
        setBytes(Array(text.utf8), of: number)
        tell(Mask.modified, number, at: inodes[number]?.name)
        tell(Mask.closed, number, at: inodes[number]?.name)
    }

    /// Renames a file or a link.
    func move(_ path: String, to other: String, _ note: () -> Void) throws(Failure) {
        let (moved, from, replaced) = try rename(path, to: other)
        note()
        threads?.reach()
        tell(Mask.movedFrom, moved, at: from, itself: 0)
        tell(Mask.movedTo, moved, at: inodes[moved]?.name, itself: Mask.movedItself)
        guard let replaced else { return }
        tell(Mask.attributes, replaced, at: nil)
        release(replaced)
    }

    func unlink(_ path: String, _ note: () -> Void) throws(Failure) {
        let (removed, from) = try remove(path)
        note()
        threads?.reach()
        tell(Mask.removed, removed, at: from, itself: Mask.attributes)
        release(removed)
    }

    /// Empties a file, which may be visible before the notification, and keeps it open.
    ///
    /// Creates it if it does not exist.
    ///
    /// `delay` is the time until the kernel's notification, in nanoseconds.
    func empty(_ path: String, delay: Int64, _ note: () -> Void) throws(Failure) -> Int32 {
        if let number = try? find(path) {
            setBytes([], of: number)
            let descriptor = openToWrite(number)
            note()
            if delay > 0 { threads?.sleep(delay) }
            tell(Mask.modified, number, at: inodes[number]?.name)
            return descriptor
        }
        let number = try add(.file([]), at: path)
        let descriptor = openToWrite(number)
        note()
        tell(Mask.created, number, at: inodes[number]?.name)
        return descriptor
    }

    private func openToWrite(_ number: UInt64) -> Int32 {
        countWriter(1, of: number)
        return open(.inode(number, position: 0))
    }

    /// Appends to an open file.
    func append(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, _ note: () -> Void) {
        guard case .inode(let number, _)? = openings[descriptor], let inode = inodes[number] else { return }
        setBytes(inode.bytes + bytes, of: number)
        note()
        tell(Mask.modified, number, at: inode.name)
    }

    /// The writer of a file closes it.
    func finish(_ descriptor: Int32, _ note: () -> Void) {
        guard case .inode(let number, _)? = openings[descriptor] else { return }
        note()
        countWriter(-1, of: number)
        tell(Mask.closed, number, at: inodes[number]?.name)
        close(opening: descriptor)
    }

    /// Sets the times of a file to the current time.
    func touch(_ path: String) throws(Failure) {
        let number = try find(path)
        touch(number)
        tell(Mask.attributes, number, at: inodes[number]?.name)
    }
}
