import MoonwireCore
import MoonwireSupport

/// The files of a watched wiring, all their states, and the reads of threads.
final class WatchedFiles: @unchecked Sendable {  // One thread of a schedule runs at a time.
    /// The kinds of edits.
    enum Style {
        /// Each file is replaced by a new one.
        case replaced
        /// Files are also emptied and written, or removed and written.
        case written
        /// A link to a folder with all files is exchanged.
        case exchanged
    }

    /// The contents of the files from one step on.
    struct Moment {
        let texts: [String?]
        /// The file that was being written.
        let writtenFile: Int?
        let time: Int64
    }

    /// The read of a thread.
    struct Glance {
        /// The moment at which it began.
        let first: Int
        /// By file; nil inside for one that could not be read.
        var texts: [Int: String?] = [:]
        var isBroken = false
    }

    private static let folder = "/wiring"
    /// The pauses between two steps of an edit, in milliseconds, for programs of different speeds.
    private static let pauses: [[Int64]] = [
        [0, 0, 0, 0, 1], [0, 0, 1, 4, 10, 110], [0, 0, 1, 10, 90, 150, 1_000, 3_000],
    ]
    /// A watch stops waiting for a writer that does nothing for ten seconds, and for one that writes for a minute.
    private static let patience: Int64 = 9_500_000_000
    private static let patienceInSeconds = 55.0

    let machine: MemoryFiles
    let style: Style
    /// Nil if the kernel reports changes.
    let interval: Duration?
    var watches: [Container.Watch] = []
    /// Whether an edit is in progress; to a watch, two simultaneous writers of one file are one.
    var isBusy = false
    /// The file that is being written, if a watch can detect it.
    private var writtenFile: Int?
    /// The read of the wiring that took effect last.
    private var adopted: Glance?
    private(set) var moments: [Moment] = []
    /// By thread, its last read.
    var glances: [Int: Glance] = [:]
    private var lastRead: Glance?
    private let pauses: [Int64]
    private var nextName = 0
    private var random: SeededRandom

    init(_ machine: MemoryFiles, _ random: SeededRandom) {
        self.machine = machine
        self.random = random
        style = [.replaced, .written, .written, .exchanged][self.random.below(4)]
        pauses = Self.pauses[self.random.below(Self.pauses.count)]
        interval = self.random.once(in: 4) ? .seconds(2) : nil
    }

    private func path(_ file: Int) -> String {
        style == .exchanged ? "\(Self.folder)/now/\(file)" : "\(Self.folder)/\(file)"
    }

    func text(_ file: Int) -> String? { machine.text(path(file)) }

    /// Whether another watch may begin.
    ///
    /// A watch is not notified of writers that began before it, and one watch does not know what another one has
    /// followed.
    var canWatch: Bool { style == .written ? watches.isEmpty && !isBusy : watches.count < 2 }

    // MARK: Reading

    /// Reads the files as a loader of scripts does: included files must be in the folder.
    func read(_ blueprint: Blueprint, thread: Int) throws -> (revision: Revision, files: [FileRecord]) {
        var glance = Glance(first: moments.count - 1)
        let reader = FolderReader(try ConfinedFolder(Self.folder))
        var files: [FileRecord] = []
        let revision = Revision(blueprint) { file in
            let record =
                file == 0
                ? FileRecord(reading: path(file), limit: 10_000) : reader.record(reading: path(file), limit: 10_000)
            files.append(record)
            glance.texts[file] = .some(record.text)
            return record.text
        }
        glance.isBroken = revision.isBroken
        glances[thread] = glance
        lastRead = glance
        return (revision, files)
    }

    /// The moment at which the files had the contents that the thread has read; reports a fault if there was none.
    func moment(ofThread thread: Int, _ book: Book) -> Int? {
        guard let glance = glances[thread] else { return nil }
        adopted = glance
        let fitting = moments.indices[glance.first...].filter { number in
            glance.texts.allSatisfy { file, text in moments[number].texts[file] == text }
        }
        guard let first = fitting.first else {
            book.report("torn: \(glance.texts.sorted { $0.key < $1.key }) was adopted, which the files never contained")
            return nil
        }
        let isPatient = machine.clock.seconds < Self.patienceInSeconds
        if interval == nil, isPatient, fitting.allSatisfy({ isHalf($0, of: glance) }) {
            book.report("half: \(glance.texts.sorted { $0.key < $1.key }) was adopted while it was written")
        }
        return first
    }

    /// Whether a file that was read was being written, by a writer that had not paused for long.
    private func isHalf(_ number: Int, of glance: Glance) -> Bool {
        guard let file = moments[number].writtenFile, glance.texts[file] != nil else { return false }
        let end = moments.indices.contains(number + 1) ? moments[number + 1].time : machine.clock.time
        return end - moments[number].time < Self.patience
    }

    // MARK: Editing

    /// Creates the first files.
    func create(_ texts: [String]) throws {
        try machine.add(.folder([:]), at: Self.folder)
        if style == .exchanged {
            try machine.add(.folder([:]), at: "\(Self.folder)/first")
            try machine.add(.link("first"), at: "\(Self.folder)/now")
        }
        for (file, text) in texts.enumerated() { try machine.create(path(file), text) }
        note()
    }

    /// Records the contents of the files from this step on, and adds the revision.
    private func note() {
        moments.append(
            Moment(texts: (0..<Revision.fileCount).map(text), writtenFile: writtenFile, time: machine.clock.time))
        didChange?()
    }

    /// Called in each step in which the files change.
    var didChange: (() -> Void)?

    /// Writes the files, so that they finally have these contents.
    func put(_ texts: [String]) throws {
        if style == .exchanged { return try exchange(texts) }
        var isSame = true
        for file in texts.indices.shuffled(using: &random) where text(file) != texts[file] {
            isSame = false
            try put(texts[file], file)
            pause()
        }
        if isSame { try touch() }
    }

    /// Touches the file that every watch follows; the others are followed only while they are included.
    func touch() throws { try machine.touch(path(0)) }

    private func put(_ text: String, _ file: Int) throws {
        if style == .written, !random.once(in: 4) { return try write(text, file) }
        nextName += 1
        try machine.replace(path(file), with: text, through: "\(Self.folder)/.\(nextName)", note)
    }

    private func write(_ text: String, _ file: Int) throws {
        let path = path(file)
        if random.once(in: 5) {
            try machine.unlink(path, note)
            pause()
        }
        // There is no notification for a writer that began before the file was followed.
        if [lastRead, adopted].allSatisfy({ $0?.texts[file] != nil }) { writtenFile = file }
        defer { writtenFile = nil }
        let delay = random.once(in: 2) ? Int64(random.below(800)) * 1_000_000 : 0
        let descriptor = try machine.empty(path, delay: delay, note)
        pause()
        let bytes = Array(text.utf8)
        let middle = random.below(bytes.count + 1)
        for part in [bytes[..<middle], bytes[middle...]] where !part.isEmpty {
            machine.append(part, to: descriptor, note)
            pause()
        }
        writtenFile = nil
        machine.finish(descriptor, note)
    }

    /// Creates a folder with all files, and sets the link to it.
    private func exchange(_ texts: [String]) throws {
        nextName += 1
        let folder = "\(nextName)"
        let former = machine.target(of: "\(Self.folder)/now")
        try machine.add(.folder([:]), at: "\(Self.folder)/\(folder)")
        for (file, text) in texts.enumerated() { try machine.create("\(Self.folder)/\(folder)/\(file)", text) }
        try machine.add(.link(folder), at: "\(Self.folder)/.\(folder)")
        pause()
        try machine.move("\(Self.folder)/.\(folder)", to: "\(Self.folder)/now", note)
        // Another edit may have replaced the link of the same folder meanwhile.
        guard let former, random.once(in: 2), removed.insert(former).inserted else { return }
        for file in texts.indices { try machine.unlink("\(Self.folder)/\(former)/\(file)") {} }
        try machine.unlink("\(Self.folder)/\(former)") {}
    }

    private var removed: Set<String> = []

    private func pause() {
        let duration = pauses.randomElement(using: &random) ?? 0
        if duration > 0 { machine.threads?.sleep(duration * 1_000_000) }
    }
}
