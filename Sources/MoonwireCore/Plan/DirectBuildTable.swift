/// The direct builds of a generation, by the position of their services.
final class DirectBuildTable: @unchecked Sendable {  // Constants, in memory that only the initializer writes.
    private let entries: UnsafeMutablePointer<Unmanaged<DirectBuild>?>
    private let count: Int

    init(_ services: [PlannedService]) {
        let directBuilds = services.map { DirectBuild($0, among: services) }
        let entries = UnsafeMutablePointer<Unmanaged<DirectBuild>?>.allocate(capacity: max(1, directBuilds.count))
        for (position, directBuild) in directBuilds.enumerated() {
            entries.advanced(by: position).initialize(to: directBuild.map(Unmanaged.passRetained))
        }
        for directBuild in directBuilds { directBuild?.link { entries[$0] } }
        self.entries = entries
        count = directBuilds.count
    }

    deinit {
        for position in 0..<count { entries[position]?.release() }
        entries.deallocate()
    }

    /// The direct build of the service at a position; nil for one that uses the general build.
    @inline(__always) subscript(position: Int) -> Unmanaged<DirectBuild>? { entries[position] }
}
